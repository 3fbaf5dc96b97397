import { expect } from 'chai';
import { InvalidInputError } from '../../../src/domain/errors.js';
import { INSTANT_RANGE, jobFrom, type NewJob, validNewJob } from '../../../src/domain/new-job.js';
import { draft } from '../../support/drafts.js';

describe('validNewJob', () => {
  const good: readonly Partial<NewJob>[] = [
    {},
    { type: 'x' },
    { type: '😀'.repeat(120) },
    { payload: false },
    { payload: [] },
    { priority: -32_768 },
    { priority: 32_767 },
    { availableAt: INSTANT_RANGE.min },
    { availableAt: INSTANT_RANGE.max },
    { maxAttempts: 1 },
    { maxAttempts: 2_147_483_647 },
    { idempotencyKey: 'k' },
    { idempotencyKey: '😀'.repeat(255) },
  ];
  for (const fields of good) {
    it(`accepts ${JSON.stringify(fields).slice(0, 50)}`, () => {
      const wanted = draft(fields);
      expect(validNewJob(wanted)).to.equal(wanted);
    });
  }

  const bad: readonly [string, Record<string, unknown>][] = [
    ['type', { type: '' }],
    ['type', { type: 'x'.repeat(121) }],
    ['type', { type: 'a\0b' }],
    ['type', { type: '\ud83d' }],
    ['type', { type: 5 }],
    ['payload', { payload: null }],
    ['payload', { payload: { n: Number.POSITIVE_INFINITY } }],
    ['payload', { payload: ['\0'] }],
    ['priority', { priority: 32_768 }],
    ['priority', { priority: -32_769 }],
    ['priority', { priority: 1.5 }],
    ['priority', { priority: '50' }],
    ['available_at', { availableAt: -1 }],
    ['available_at', { availableAt: INSTANT_RANGE.max + 1 }],
    ['available_at', { availableAt: 0.5 }],
    ['max_attempts', { maxAttempts: 0 }],
    ['max_attempts', { maxAttempts: 2 ** 31 }],
    ['max_attempts', { maxAttempts: Number.NaN }],
    ['idempotency_key', { idempotencyKey: '' }],
    ['idempotency_key', { idempotencyKey: 'x'.repeat(256) }],
    ['idempotency_key', { idempotencyKey: 'a\0' }],
  ];
  for (const [field, fields] of bad) {
    it(`names ${field} when it is ${JSON.stringify(fields).slice(0, 50)}`, () => {
      const refuse = () => validNewJob({ ...draft(), ...fields });
      expect(refuse).to.throw(InvalidInputError).with.property('fields').with.all.keys(field);
    });
  }

  it('names every field that is wrong', () => {
    const refuse = () => validNewJob(draft({ type: '', priority: 1e9, maxAttempts: 0 }));
    expect(refuse)
      .to.throw(InvalidInputError, /type.*priority.*max_attempts/)
      .with.property('fields')
      .with.all.keys('type', 'priority', 'max_attempts');
  });
});

describe('jobFrom', () => {
  it('stamps what only the store can know', () => {
    expect(jobFrom(draft({ availableAt: 7 }), 9)).to.deep.include({
      availableAt: 7,
      createdAt: 9,
      updatedAt: 9,
      status: 'queued',
    });
    expect(jobFrom(draft(), 9).availableAt).to.equal(9);
  });
});
