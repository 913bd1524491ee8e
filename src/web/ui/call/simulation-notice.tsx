import type { ReactNode, ReactElement } from 'react'
import type { CallDescription, FieldValue } from '#protocol/display/call-description.ts'
import { failureText, SIMULATION_WORDS } from '#protocol/display/call-words.ts'
import { compareSimulation, type ComparedCall } from '#protocol/effects/compare-simulation.ts'
import type { SimulationOutcome } from '#protocol/simulation.ts'
import { translated } from '#web/ui/text.ts'
import { CallValue } from './call-value.tsx'
import { Fact } from './fact.tsx'
import { type CallParts, PAGE_PARTS } from './page-parts.tsx'

type SimulationNoticeProps = {
  call: ComparedCall
  description: CallDescription | null
  simulation: SimulationOutcome
  parts?: CallParts
  /** Displayed if the call would fail, as a remedy. */
  actions?: ReactNode
}

const word = (name: keyof typeof SIMULATION_WORDS): string => translated(SIMULATION_WORDS[name])

/** The result of a call's simulation: why the call would fail, or how it differs from the call's bytes. */
export function SimulationNotice(props: SimulationNoticeProps): ReactElement | null {
  const { call, description, simulation, parts = PAGE_PARTS, actions } = props
  const { Notice } = parts
  if (simulation.outcome === 'unavailable') return <p className="hint">{word('missing')}</p>
  if (simulation.outcome === 'fails')
    return (
      <Notice severity="danger" title={word('fails')} actions={actions} announce>
        <p>{failureText(simulation, translated)}</p>
      </Notice>
    )
  const differences = compareSimulation(call, description, simulation)
  if (differences.length === 0) return null
  return (
    <Notice severity="danger" title={word('differs')} announce>
      {differences.map(({ about, token, account, read, simulated }, index) => (
        <dl key={`${about}-${index}`} className="call">
          <Row name={word(about)} value={account} parts={parts} />
          <Row name={word('token')} value={token} parts={parts} />
          <Row name={word('read')} value={read} parts={parts} />
          <Row name={word('simulated')} value={simulated} parts={parts} />
        </dl>
      ))}
    </Notice>
  )
}

function Row({ name, value, parts }: { name: string; value: FieldValue | undefined; parts: CallParts }) {
  const isNothing = value === undefined || value.kind === 'calls'
  return <Fact name={name}>{isNothing ? word('nothing') : <CallValue {...{ name, value, parts }} />}</Fact>
}
