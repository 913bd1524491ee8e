import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start many processes. If one of them ran last, one worker would wait for the other. */
const SLOW =
  /(crash|live-events|rpc-mode|run-check|open-database|several-processes|two-processes|races|commands|index-chain|pays-once)\.test\.ts$/

/** Runs the slow files first, so that both workers end at about the same time, even if no earlier run is known. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
