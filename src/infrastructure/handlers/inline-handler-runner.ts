import type { Handler } from '../../application/ports/handler.js';
import {
  type AttemptLink,
  type HandlerCall,
  type HandlerRun,
  HandlerRunner,
} from '../../application/ports/handler-runner.js';
import { LazyAbort } from '../lazy-abort.js';
import { outcomeOf } from './handler-outcome.js';
import { jobContext } from './job-context.js';

/** Runs handlers on the event loop of this process, where nothing can end them but themselves. */
export class InlineHandlerRunner extends HandlerRunner {
  run(handler: Handler, call: HandlerCall, link: AttemptLink): HandlerRun {
    const cancellation = new LazyAbort();
    const context = jobContext(call, link, () => cancellation.signal);
    return {
      // The copy keeps the handler away from the store's own value.
      outcome: outcomeOf(handler, structuredClone(call.payload), context),
      abort: (reason) => cancellation.abort(reason),
      terminate: async (reason) => {
        cancellation.abort(reason);
        return false;
      },
    };
  }

  metrics(): undefined {}

  async close(): Promise<void> {}
}
