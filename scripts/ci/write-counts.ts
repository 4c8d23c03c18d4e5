import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Named at the end of .ci/run. */
  failures: readonly string[]
}

/** Writes the counts into the folder TEST_REPORTS, if set, for the last line of .ci/run. */
export async function writeCounts(counts: Counts) {
  const folder = process.env.TEST_REPORTS
  if (folder) await writeFile(join(folder, 'counts.json'), JSON.stringify(counts))
}
