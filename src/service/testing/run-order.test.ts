import { expect, test } from 'vitest'
import { sortForWorkers } from './run-order.ts'

const PROJECTS = ['node', 'dom']

test('behavior: files of one project and environment are neighbors, in the order of the projects', () => {
  const files = [
    { project: 'dom', path: 'page.test.tsx', environment: '' },
    { project: 'node', path: 'element.test.ts', environment: 'happy-dom' },
    { project: 'node', path: 'money.test.ts', environment: '' },
    { project: 'node', path: 'frame.test.ts', environment: 'happy-dom' },
    { project: 'node', path: 'keys.test.ts', environment: '' },
    { project: 'dom', path: 'texts.test.ts', environment: 'node' },
  ]
  expect(sortForWorkers(files, PROJECTS).map(({ path }) => path)).toEqual([
    'money.test.ts',
    'keys.test.ts',
    'element.test.ts',
    'frame.test.ts',
    'page.test.tsx',
    'texts.test.ts',
  ])
})

test('behavior: slow files are the first of their kind', () => {
  const files = [
    { project: 'node', path: 'money.test.ts', environment: '' },
    { project: 'node', path: 'element.test.ts', environment: 'happy-dom' },
    { project: 'node', path: 'pays-once.test.ts', environment: 'happy-dom' },
    { project: 'node', path: 'relayer/crash.test.ts', environment: '' },
  ]
  expect(sortForWorkers(files, PROJECTS).map(({ path }) => path)).toEqual([
    'relayer/crash.test.ts',
    'money.test.ts',
    'pays-once.test.ts',
    'element.test.ts',
  ])
})
