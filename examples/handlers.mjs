// Handlers of your own: start the worker with `--handlers examples/handlers.mjs`, or set JOB_WORKER_HANDLERS.
// The default export maps job types to handlers.
import { createHash } from 'node:crypto';
import { defineHandler, PermanentError } from 'leasehold';

/** Only waits for others, so it may run on the event loop, next to many of its kind. */
const sendWebhook = defineHandler({
  run: 'inline',
  timeoutSeconds: 20,
  payloadSchema: {
    type: 'object',
    required: ['url'],
    properties: { url: { type: 'string' }, body: {} },
  },
  example: { url: 'https://example.org/hook', body: { hello: 'world' } },
  async handle({ url, body = {} }, { jobId, signal }) {
    const response = await fetch(url, {
      method: 'POST',
      // A job may run more than once, so the receiver needs a way to know it again.
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': jobId },
      body: JSON.stringify(body),
      signal,
    });
    // Nobody is at home under this address: another attempt cannot help.
    if (response.status === 410) throw new PermanentError(`${url} is gone`);
    // Any other error is tried again, after the backoff.
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return { status: response.status };
  },
});

/** Keeps a processor busy, so it runs on a thread (the default): leases are renewed and other jobs go on meanwhile. */
const stretchKey = defineHandler({
  payloadSchema: {
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string' }, rounds: { type: 'integer', minimum: 1 } },
  },
  async handle({ text, rounds = 1_000_000 }, context) {
    let digest = text;
    for (let round = 1; round <= rounds; round += 1) {
      digest = createHash('sha256').update(digest).digest('hex');
      if (round % 250_000 === 0) await context.progress(`Round ${round} of ${rounds}`, { round, rounds });
    }
    // What is returned becomes the job's result.
    return { digest };
  },
});

export default {
  'webhook.send': sendWebhook,
  'key.stretch': stretchKey,
};
