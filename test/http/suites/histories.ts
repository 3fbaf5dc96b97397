import { expect } from 'chai';
import type { ApiHarness } from '../api-harness.js';
import type { EventJson } from '../http-client.js';

const ids = (events: readonly EventJson[]) => events.map(({ id }) => id);

/** `GET /api/jobs/{id}/events/` and `GET /api/job-events/` */
export function describeHistories(api: () => ApiHarness): void {
  const follow = async (link: string) => (await api().call(link.slice(api().url.length))).json;
  const feed = async (query = '') => (await api().call(`/api/job-events/${query}`)).json;
  let jobs: string[];
  let all: EventJson[];

  before(async () => {
    jobs = [];
    for (let n = 0; n < 4; n += 1) jobs.push((await api().create({ type: 'h' })).json.id);
    const { repository } = api().store;
    const [claim] = await repository.claim(['w1'], 30_000);
    if (claim === undefined) throw new Error('Nothing was claimed');
    for (let n = 0; n < 6; n += 1)
      await repository.touch(claim.token, { type: 'progress', message: `step ${n}`, data: { n } });
    await repository.settle(claim.token, { type: 'failed', error: 'broken' });
    all = (await feed('?limit=200')).results;
  });

  describe('of one job', () => {
    it('is in ascending order, with everything that happened', async () => {
      const json: EventJson[] = (await api().call(`/api/jobs/${jobs[0]}/events/`)).json;
      expect(json.map(({ type }) => type)).to.deep.equal([
        'created',
        'claimed',
        ...Array(6).fill('progress'),
        'failed',
      ]);
      expect(json.at(-1)).to.deep.include({
        job: jobs[0],
        attempt: 1,
        worker_id: 'w1',
        message: 'broken',
        data: { error: 'broken' },
      });
      expect(ids(json)).to.deep.equal(ids(json).toSorted((a, b) => a - b));
    });

    it('goes on after an id', async () => {
      const whole: EventJson[] = (await api().call(`/api/jobs/${jobs[0]}/events/`)).json;
      const rest = await api().call(`/api/jobs/${jobs[0]}/events/?after_id=${whole[6]?.id}`);
      expect(rest.json).to.deep.equal(whole.slice(7));
      expect(rest.headers).not.to.have.property('link');
      expect((await api().call(`/api/jobs/${jobs[0]}/events/?after_id=${'9'.repeat(30)}`)).json).to.deep.equal([]);
    });

    for (const value of ['-1', 'x', '', '1e3', '1&after_id=1']) {
      it(`refuses after_id=${value}`, async () => {
        const { status, json } = await api().call(`/api/jobs/${jobs[0]}/events/?after_id=${value}`);
        expect([status, Object.keys(json.errors)]).to.deep.equal([400, ['after_id']]);
      });
    }

    it('links to more than 1,000', async () => {
      const { json: job } = await api().create({ type: 'long', priority: 100 });
      const { repository } = api().store;
      const [claim] = await repository.claim(['w2'], 30_000);
      if (claim === undefined) throw new Error('Nothing was claimed');
      const step = () => repository.touch(claim.token, { type: 'progress', message: '', data: {} });
      await Promise.all(Array.from({ length: 1000 }, step));
      await repository.settle(claim.token, { type: 'succeeded', result: null });
      const first = await api().call(`/api/jobs/${String(job.id).toUpperCase()}/events/`);
      const events: EventJson[] = first.json;
      expect(events).to.have.lengthOf(1000);
      const link = /^<(.+)>; rel="next"$/.exec(first.headers.link ?? '')?.[1] ?? '';
      expect(link).to.equal(`${api().url}/api/jobs/${job.id}/events/?after_id=${events.at(-1)?.id}`);
      expect(await follow(link)).to.have.lengthOf(3);
    });
  });

  describe('of all jobs', () => {
    it('is newest first and can be walked to the end and back', async () => {
      const first = await feed(`?limit=4&job_id=${jobs[0]}`);
      expect(first.previous).to.equal(null);
      const second = await follow(first.next);
      const third = await follow(second.next);
      expect(third.next).to.equal(null);
      const walked = [first, second, third].flatMap(({ results }) => ids(results));
      expect(walked).to.deep.equal(ids(all.filter(({ job }) => job === jobs[0])));
      const back = await follow(third.previous);
      expect(back.results).to.deep.equal(second.results);
      const front = await follow(back.previous);
      expect(front.results).to.deep.equal(first.results);
      expect(front.previous).to.equal(null);
      expect((await follow(front.next)).results).to.deep.equal(second.results);
    });

    it('has 50 to a page, and at most 200', async () => {
      expect((await feed()).results).to.have.lengthOf(50);
      expect((await feed('?limit=1000')).results).to.have.lengthOf(200);
    });

    it('filters by type and by job, in any case', async () => {
      const failed = await feed(`?type=failed&job_id=${jobs[0]?.toUpperCase()}`);
      const found: EventJson[] = failed.results;
      expect(found.map(({ type, job }) => [type, job])).to.deep.equal([['failed', jobs[0]]]);
      expect((await feed('?job_id=00000000-0000-0000-0000-000000000000')).results).to.deep.equal([]);
      const page = await feed(`?limit=1&type=progress&job_id=${jobs[0]}`);
      expect(page.next).to.contain('type=progress').and.contain(`job_id=${jobs[0]}`).and.contain('limit=1');
    });

    const bad = [
      'limit=0',
      'limit=',
      'type=unknown',
      'type=',
      'job_id=x',
      'job_id=',
      'job_id={00000000-0000-0000-0000-000000000000}',
      'cursor=',
      'cursor=a&cursor=b',
      'cursor[]=a',
    ];
    for (const query of bad) {
      it(`refuses ?${query}`, async () => {
        const { status, json } = await api().call(`/api/job-events/?${query}`);
        expect([status, Object.keys(json.errors)]).to.deep.equal([400, [query.split(/[=[]/)[0]]]);
      });
    }

    it('refuses a cursor that was touched, or made for other filters', async () => {
      const { next } = await feed('?limit=1&type=progress');
      const cursor = new URL(next).searchParams.get('cursor') ?? '';
      const made = (place: string) => Buffer.from(place).toString('base64url');
      const queries = [
        `type=progress&cursor=${cursor}!`,
        `type=progress&cursor=${cursor}%3D`,
        `type=progress&cursor=%20${cursor}`,
        `type=created&cursor=${cursor}`,
        `cursor=${cursor}`,
        `type=progress&job_id=${jobs[0]}&cursor=${cursor}`,
        ...[
          'p=abc',
          'b.0..',
          'b.-1..',
          'b.1e3..',
          'b.01..',
          'b.9007199254740992..',
          'b.1.',
          'c.1..',
          'b.1...',
          '\n',
        ].map((place) => `cursor=${made(place)}`),
      ];
      for (const query of queries) {
        const { status, json } = await api().call(`/api/job-events/?${query}`);
        expect([query, status, Object.keys(json.errors)]).to.deep.equal([query, 400, ['cursor']]);
      }
      expect((await feed(`?type=progress&cursor=${cursor}`)).results).to.have.lengthOf(50);
      expect((await feed(`?cursor=${made('b.9007199254740991..')}&limit=1`)).results).to.deep.equal(
        (await feed('?limit=1')).results,
      );
      expect(await feed(`?cursor=${made('b.1..')}`)).to.include({ next: null });
      expect(await feed(`?cursor=${made('a.9007199254740991..')}`)).to.include({ previous: null });
    });

    it('gives no link that it would refuse, wherever a cursor points', async () => {
      const places = ['a.1..', 'b.1..', 'a.9007199254740990..', 'a.9007199254740991..', 'b.9007199254740991..'];
      for (const place of places) {
        const page = await feed(`?limit=2&cursor=${Buffer.from(place).toString('base64url')}`);
        for (const link of [page.next, page.previous].filter((each) => each !== null))
          expect(await follow(link), `${place} leads to ${link}`).to.have.property('results');
      }
      const { next } = await feed(`?limit=2&cursor=${Buffer.from('a.9007199254740991..').toString('base64url')}`);
      expect((await follow(next)).results).to.deep.equal((await feed('?limit=2')).results);
    });
  });
}
