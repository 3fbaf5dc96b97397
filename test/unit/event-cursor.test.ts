import { expect } from 'chai';
import { decodeCursor, encodeCursor } from '../../src/interfaces/http/event-cursor.js';

const FILTERS = [
  {},
  { type: 'created' },
  { worker: 'höst:1.😀' },
  { type: 'created', worker: '' },
  { jobId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  { type: 'lease_renewed', jobId: '01890a5d-ac96-774b-bcce-b302099a8057' },
] as const;
const POSITIONS = [{ before: 1 }, { after: 1 }, { before: Number.MAX_SAFE_INTEGER }, { after: 123_456 }] as const;

describe('Event cursors', () => {
  it('come back as they were made, for their own filters alone', () => {
    for (const position of POSITIONS) {
      for (const filter of FILTERS) {
        const cursor = encodeCursor(position, filter);
        expect(cursor).to.match(/^[\w-]+$/);
        for (const other of FILTERS)
          expect(decodeCursor(cursor, other)).to.deep.equal(other === filter ? position : undefined);
      }
    }
  });

  const forged = [
    'b.0..',
    'b.-1..',
    'b.1.5..',
    'b.01..',
    'b.1e3..',
    'b.9007199254740992..',
    'b.99999999999999999..',
    'x.1..',
    'b.1.',
    'b.1...',
    '',
    'b.１..',
  ];
  for (const place of forged) {
    it(`are not made by hand: ${place}`, () => {
      expect(decodeCursor(Buffer.from(place).toString('base64url'), {})).to.equal(undefined);
    });
  }

  it('may not be written in another way', () => {
    const cursor = encodeCursor({ before: 1 }, {});
    for (const other of [
      `${cursor}=`,
      `${cursor}!`,
      ` ${cursor}`,
      cursor.slice(0, -1),
      `${cursor}A`,
      cursor.toLowerCase(),
    ]) {
      expect(decodeCursor(other, {})).to.equal(undefined);
    }
  });
});
