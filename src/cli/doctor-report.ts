import type { DoctorLevel } from '#protocol/org/doctor.ts'

/** What one check found. `todo`: what to do, where something is to be done. */
export type Finding = { level: DoctorLevel; detail: string; todo?: string }

export type NamedFinding = { check: string } & Finding

export function ok(detail: string): Finding {
  return { level: 'ok', detail }
}

export function warn(detail: string, todo: string): Finding {
  return { level: 'warning', detail, todo }
}

export function fail(detail: string, todo: string): Finding {
  return { level: 'problem', detail, todo }
}

const MARKS: Record<DoctorLevel, string> = { ok: '✓', warning: '!', problem: '✗' }

/** One line for each check, and what to do below it. */
export function reportText(findings: readonly NamedFinding[]): string {
  return findings
    .flatMap(({ check, level, detail, todo }) => [
      `${MARKS[level]} ${check.padEnd(14)} ${detail}`,
      ...(todo === undefined ? [] : [`${' '.repeat(17)}→ ${todo}`]),
    ])
    .join('\n')
}
