import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A test file. `environment` is the one that its first lines name, or an empty text for the project's own. */
export type TestFile = { project: string; path: string; environment: string }

/** Files that start many processes. They run first. Otherwise, the other workers would be idle at the end. */
const SLOW =
  /(missing-receipts|co-signed|contract|fuzz|look-up-addresses|live|crash|live-events|rpc-mode|run-check|open-database|several-processes|two-processes|races|commands|wallets|index-chain|pays-once|policy-signed|identity-provider|publish-widget|relay|migrate|gas-budget|tamper)\.test\.ts$/

const OWN_ENVIRONMENT = /^\/\/ @vitest-environment (?<name>\S+)$/m

/** Runs the test files in the order of `sortForWorkers`. */
export class RunOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const files = (await super.sort(specifications)).map((specification) => ({
      specification,
      project: specification.project.name,
      path: specification.moduleId,
      environment: readOwnEnvironment(specification.moduleId),
    }))
    const projects = this.ctx.projects.map(({ name }) => name)
    return sortForWorkers(files, projects).map(({ specification }) => specification)
  }
}

/**
 * Sorts files by project, in the order of `projects`, and by environment. Only consecutive files with the same
 * project and environment share a worker. For any other file, a new process starts and loads every module again. Slow
 * files are the first of their kind, so that the workers end at about the same time. Otherwise keeps the order.
 */
export function sortForWorkers<File extends TestFile>(files: File[], projects: string[]): File[] {
  return files.toSorted(
    (a, b) =>
      projects.indexOf(a.project) - projects.indexOf(b.project) ||
      a.environment.localeCompare(b.environment) ||
      Number(SLOW.test(b.path)) - Number(SLOW.test(a.path)),
  )
}

function readOwnEnvironment(path: string): string {
  return OWN_ENVIRONMENT.exec(readFileSync(path, 'utf8'))?.groups?.['name'] ?? ''
}
