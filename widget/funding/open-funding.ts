import type { Funding } from '#widget/files.ts'
import { awaitFunding } from './await-funding.ts'
import { showFunding } from './funding-screen.ts'

/** The entry of the file for a wallet that must be paid for first. */
export default function openFunding(): Funding {
  return { awaitFunding, show: showFunding }
}
