/** What one check found. `todo` says what to do where something is to be done. */
export type Finding = { state: 'ok' | 'warn' | 'fail'; detail: string; todo?: string }

export type NamedFinding = { check: string } & Finding

export function ok(detail: string): Finding {
  return { state: 'ok', detail }
}

export function warn(detail: string, todo: string): Finding {
  return { state: 'warn', detail, todo }
}

export function fail(detail: string, todo: string): Finding {
  return { state: 'fail', detail, todo }
}

const MARKS = { ok: '✓', warn: '!', fail: '✗' }

/** One line for each check, and what to do below it. */
export function reportText(findings: readonly NamedFinding[]): string {
  return findings
    .flatMap(({ check, state, detail, todo }) => [
      `${MARKS[state]} ${check.padEnd(14)} ${detail}`,
      ...(todo === undefined ? [] : [`${' '.repeat(17)}→ ${todo}`]),
    ])
    .join('\n')
}
