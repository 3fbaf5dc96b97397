/**
 * Ends threads at random moments while they work, and looks whether anything was lost:
 *
 *     node --import tsx scripts/scheduler-chaos.ts --kills 300 --seed 1
 *
 * Prints what happened, and ends with 1 if a task was lost or settled twice, or if slots or pages did not come back.
 */
import { parseArgs } from 'node:util';
import { wreakHavoc } from '../test/support/scheduler/chaos.js';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
});
const report = await wreakHavoc({ kills: Number(values.kills), seed: Number(values.seed) });
console.log(report);
const isSound = report.lost === 0 && report.settledTwice === 0 && report.slotsOut === 0 && report.pagesOut === 0;
process.exitCode = isSound ? 0 : 1;
