import { expect, test } from 'vitest'
import { renderLive } from '#web/console/testing/render-live.tsx'
import { BarChart } from './bar-chart.tsx'

const DAYS = ['Nov 27', 'Nov 28', 'Nov 29']

function chart() {
  const place = renderLive(
    <BarChart
      label="Transactions by day"
      series={[
        { name: 'Confirmed', tone: 'success' },
        { name: 'Failed', tone: 'danger' },
        { name: 'Expired', tone: 'neutral' },
      ]}
      bars={DAYS.map((name, index) => ({ name, values: [BigInt(index), 1n, 0n] }))}
      also={[{ name: 'DEMO sent', values: [5n, 6n, 7n], text: (units) => `${units} DEMO` }]}
    />,
  )
  const slider = place.querySelector<HTMLElement>('[role=slider]')
  if (slider === null) throw new Error('there is no slider')
  const press = (key: string) =>
    slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  return {
    place,
    slider,
    press,
    said: () => place.querySelector('[role=status]')?.textContent,
    legend: () =>
      [...(place.querySelectorAll('figure > div')[0]?.children ?? [])].map((one) => one.textContent),
  }
}

test('behavior: arrow keys move between the days, from the newest, and a live region says the day', async () => {
  const { press, said, slider } = chart()
  expect(said()).toBe('')
  expect(slider.getAttribute('aria-valuetext')).toBe('Whole period')
  const days: [key: string, said: string][] = [
    ['ArrowRight', 'Nov 29, Confirmed: 2, Failed: 1, DEMO sent: 7 DEMO'],
    ['ArrowLeft', 'Nov 28, Confirmed: 1, Failed: 1, DEMO sent: 6 DEMO'],
    ['Home', 'Nov 27, Confirmed: 0, Failed: 1, DEMO sent: 5 DEMO'],
    ['ArrowLeft', 'Nov 27, Confirmed: 0, Failed: 1, DEMO sent: 5 DEMO'],
    ['End', 'Nov 29, Confirmed: 2, Failed: 1, DEMO sent: 7 DEMO'],
  ]
  for (const [key, text] of days) {
    press(key)
    await expect.poll(said).toBe(text)
    expect(slider.getAttribute('aria-valuetext')).toBe(text.split(', ')[0])
  }
  press('Escape')
  await expect.poll(said).toBe('')
})

test('behavior: the legend has the totals, then the values of the day, and no series that is always zero', async () => {
  const { press, legend } = chart()
  expect(legend()).toEqual(['Whole period', 'Confirmed3', 'Failed3', 'DEMO sent18 DEMO'])
  press('ArrowLeft')
  await expect.poll(legend).toEqual(['Nov 29', 'Confirmed2', 'Failed1', 'DEMO sent7 DEMO'])
})

test('behavior: the table has every measure of each day, newest first', () => {
  const { place } = chart()
  const cells = (row: Element) => [...row.querySelectorAll('td, th')].map((cell) => cell.textContent)
  const [head, ...rows] = [...place.querySelectorAll('tr')].map(cells)
  expect(head).toEqual(['Day', 'Confirmed', 'Failed', 'Expired', 'DEMO sent'])
  expect(rows).toEqual([
    ['Nov 29', '2', '1', '0', '7 DEMO'],
    ['Nov 28', '1', '1', '0', '6 DEMO'],
    ['Nov 27', '0', '1', '0', '5 DEMO'],
  ])
})
