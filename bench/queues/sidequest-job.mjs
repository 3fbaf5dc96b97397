import { Job } from 'sidequest';

/** In a file of its own, since Sidequest loads jobs by the path of their file. */
export class Nothing extends Job {
  static onRun = () => {};

  run() {
    Nothing.onRun();
  }
}
