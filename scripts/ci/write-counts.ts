import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** What went wrong, to be named at the end of .ci/run. */
  failures: readonly string[]
}

/** Leaves what a runner of ours counted in the folder that TEST_REPORTS names, for the last line of .ci/run. Without it nothing. */
export async function writeCounts(counts: Counts) {
  const folder = process.env.TEST_REPORTS
  if (folder) await writeFile(join(folder, 'counts.json'), JSON.stringify(counts))
}
