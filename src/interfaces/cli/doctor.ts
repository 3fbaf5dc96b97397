import type { Check, Finding } from '../../application/queries/diagnose.js';
import type { CommandResult } from './migrate.js';

/** What the doctor says: a line for each check and each finding, or one JSON document. Ends with 1 if there is a problem. */
export function doctorReport(checks: readonly Check[], asJson: boolean): CommandResult {
  const isHealthy = !checks.some(({ findings }) => findings.some(({ level }) => level === 'problem'));
  const verdict = isHealthy ? 'healthy' : 'There are problems';
  const lines = asJson
    ? [JSON.stringify({ healthy: isHealthy, checks }, null, 2)]
    : [...checks.flatMap(linesOf), verdict];
  return { lines, exitCode: isHealthy ? 0 : 1 };
}

function linesOf({ name, subject, findings }: Check): readonly string[] {
  if (findings.length === 0) return [`ok       ${name} (${subject})`];
  return findings.map((finding) => `${finding.level.padEnd(8)} ${name}: ${finding.message}${examplesOf(finding)}`);
}

function examplesOf({ jobs }: Finding): string {
  if (jobs === undefined) return '';
  const more = jobs.count > jobs.examples.length ? ', …' : '';
  return `: ${jobs.count} (${jobs.examples.join(', ')}${more})`;
}
