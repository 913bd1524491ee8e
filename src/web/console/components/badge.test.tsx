import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StatusBadge } from './badge.tsx'

/** Renders a badge from the fields of a record, as the pages do. */
const draw = (record: { status: 'PENDING_USER_APPROVAL' | 'CONFIRMED'; outcomeUnreported?: boolean }) =>
  renderToStaticMarkup(<StatusBadge {...record} />)

test('behavior: a pending transaction whose outcome nobody reports → its outcome is unknown', () => {
  expect(draw({ status: 'PENDING_USER_APPROVAL', outcomeUnreported: true })).toContain('Outcome unknown')
  expect(draw({ status: 'PENDING_USER_APPROVAL' })).not.toContain('Outcome unknown')
  expect(draw({ status: 'CONFIRMED', outcomeUnreported: true })).not.toContain('Outcome unknown')
})
