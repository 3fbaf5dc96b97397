import workerpool from 'workerpool';
import { burn, echo, empty } from './tasks.mjs';

workerpool.worker({ empty, burn, echo });
