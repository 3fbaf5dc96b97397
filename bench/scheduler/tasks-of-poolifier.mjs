import { ThreadWorker } from 'poolifier';
import { burn, echo, empty } from './tasks.mjs';

export default new ThreadWorker({ empty, burn, echo });
