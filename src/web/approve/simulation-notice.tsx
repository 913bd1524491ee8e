import type { FieldValue, KnownToken } from '#protocol/display/call-description.ts'
import { SIMULATION_WORDS } from '#protocol/display/call-words.ts'
import { compareSimulation } from '#protocol/effects/compare-simulation.ts'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { CallValue } from '#web/ui/call-view.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { translated } from '#web/ui/language.ts'
import { describeHeld } from './held-call.ts'

type SimulationNoticeProps = { held: HeldTransaction; tokens: readonly KnownToken[] }

/** Differences between a pending call's simulation and its bytes. */
export function SimulationNotice({ held, tokens }: SimulationNoticeProps) {
  if (held.status !== 'PENDING_USER_APPROVAL') return null
  if (held.simulation === undefined) return <p class="hint">{translated(SIMULATION_WORDS.missing)}</p>
  const differences = compareSimulation({ ...held, tokens }, describeHeld(held, tokens), held.simulation)
  if (differences.length === 0) return null
  return (
    <div class="notice danger" role="alert">
      <p>{translated(SIMULATION_WORDS.differs)}</p>
      {differences.map(({ about, token, account, read, simulated }, index) => (
        <dl key={`${about}-${index}`}>
          <Row name={translated(SIMULATION_WORDS[about])} value={account} />
          <Row name={translated(SIMULATION_WORDS.token)} value={token} />
          <Row name={translated(SIMULATION_WORDS.read)} value={read} />
          <Row name={translated(SIMULATION_WORDS.simulated)} value={simulated} />
        </dl>
      ))}
    </div>
  )
}

function Row({ name, value }: { name: string; value: FieldValue | undefined }) {
  return (
    <Fact name={name}>
      {value === undefined ? translated(SIMULATION_WORDS.nothing) : <CallValue name={name} value={value} />}
    </Fact>
  )
}
