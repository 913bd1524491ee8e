import type { DoctorLevel } from '#protocol/doctor.ts'

/** The result of one check. `todo` says how to fix a problem. */
export type Finding = { check: string; level: DoctorLevel; detail: string; todo?: string }

export function ok(check: string, detail: string): Finding {
  return { check, level: 'ok', detail }
}

export function warn(check: string, detail: string, todo: string): Finding {
  return { check, level: 'warning', detail, todo }
}

export function fail(check: string, detail: string, todo: string): Finding {
  return { check, level: 'problem', detail, todo }
}

const MARKS: Record<DoctorLevel, string> = { ok: '✓', warning: '!', problem: '✗' }

/** Formats one line per check, with the fix below it. */
export function reportText(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ check, level, detail, todo }) => [
      `${MARKS[level]} ${check.padEnd(14)} ${detail}`,
      ...(todo === undefined ? [] : [`${' '.repeat(17)}→ ${todo}`]),
    ])
    .join('\n')
}
