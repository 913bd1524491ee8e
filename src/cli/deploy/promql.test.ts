import { expect, test } from 'vitest'
import { evaluatePromql } from './testing/evaluate-promql.ts'
import { readSamples, type Scrape } from './testing/read-scrape.ts'

const scrape = (atSeconds: number, text: string): Scrape => ({
  atSeconds,
  samples: readSamples(text, { instance: 'a', job: 'latchkey' }),
})

const SCRAPES = [
  scrape(0, 'calls_total{outcome="failed"} 0\ncalls_total{outcome="answered"} 90\nage 5'),
  scrape(60, 'calls_total{outcome="failed"} 6\ncalls_total{outcome="answered"} 100\nage 50'),
  scrape(120, 'calls_total{outcome="failed"} 2\ncalls_total{outcome="answered"} 110\nage 7'),
]
const A = { instance: 'a', job: 'latchkey' }
const FAILED = { ...A, outcome: 'failed' }
const ANSWERED = { ...A, outcome: 'answered' }

// Prometheus 2.42 returns the same results, except where it extrapolates an increase, and for a sample exactly at the
// beginning of the range.
test.each([
  ['age', [{ labels: A, value: 7 }]],
  ['age > 10', []],
  ['max_over_time(age[5m])', [{ labels: A, value: 50 }]],
  ['max_over_time(age[60s])', [{ labels: A, value: 7 }]],
  ['sum(calls_total)', [{ labels: {}, value: 112 }]],
  ['count(calls_total) == 2', [{ labels: {}, value: 2 }]],
  ['sum by (outcome) (calls_total{outcome="failed"})', [{ labels: { outcome: 'failed' }, value: 2 }]],
  ['calls_total{outcome=~"fail.*|x"}', [{ labels: FAILED, value: 2 }]],
  ['calls_total{outcome=~"fail"}', []],
  ['calls_total{outcome!~"fail.*",outcome!="x"}', [{ labels: ANSWERED, value: 110 }]],
  ['increase(calls_total{outcome="failed"}[5m])', [{ labels: FAILED, value: 8 }]],
  ['increase(calls_total[60s])', []],
  ['sum(rate(calls_total[5m])) * 300', [{ labels: {}, value: 28 }]],
  ['1 - sum(calls_total{outcome="failed"}) / sum(calls_total) * 56', [{ labels: {}, value: 0 }]],
  ['age > 5 and age < 6', []],
  ['age > 5 and age < 8', [{ labels: A, value: 7 }]],
  ['age / scalar(sum(age))', [{ labels: A, value: 1 }]],
  ['abs(age - 10)', [{ labels: A, value: 3 }]],
  ['(age + 1) * 2', [{ labels: A, value: 16 }]],
  ['age > 1e2', []],
  ['nothing', []],
])('param: %s', (query, values) => {
  const found = evaluatePromql(query, SCRAPES)
  expect(found.map(({ labels, value }) => ({ labels, value: Number(value.toFixed(9)) }))).toEqual(values)
})

test.each(['age[5m', 'sum(age', 'age ~ 1', 'quantile_over_time(age[5m])', 'age unless age'])(
  'error: refuses %s, which no rule uses',
  (query) => {
    expect(() => evaluatePromql(query, SCRAPES)).toThrow()
  },
)
