/**
 * The least that an Express app does for `POST /api/jobs/`: it parses the body, checks it against the same schema and
 * answers with the same fields. Nothing is stored. With the Express and the Ajv that Leasehold has.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { SCHEMAS } from '../../dist/interfaces/http/schemas.js';

const require = createRequire(new URL('../../dist/main.js', import.meta.url));
const express = require('express');
const { Ajv2020 } = require('ajv/dist/2020.js');

const isDate = (text) => !Number.isNaN(Date.parse(text));
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, formats: { 'date-time': isDate, uuid: true } });
const isNewJob = ajv.compile(SCHEMAS.NewJob);

const app = express();
app.use(express.json());
app.post('/api/jobs/', ({ body }, response) => {
  if (!isNewJob(body)) return response.status(400).json({ status: 400, errors: isNewJob.errors });
  const id = randomUUID();
  const now = new Date().toISOString();
  response.status(201).location(`/api/jobs/${id}/`);
  return response.json({
    id,
    type: body.type,
    payload: body.payload ?? {},
    status: 'queued',
    priority: body.priority ?? 50,
    available_at: body.available_at ?? now,
    attempts: 0,
    max_attempts: body.max_attempts ?? 3,
    idempotency_key: body.idempotency_key ?? null,
    locked_by: null,
    locked_until: null,
    last_error: '',
    result: null,
    created_at: now,
    updated_at: now,
    finished_at: null,
  });
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
