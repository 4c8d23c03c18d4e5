import './check-ledger.cjs'
import { type Checked, missingOf, type ScriptAnswer, type ToCheck } from './check-file.ts'

// This function is in the script that everybody can run.
declare function checkLedger(text: string): Promise<ScriptAnswer>
declare function sha256(text: string): Promise<string>

addEventListener('message', async ({ data }: MessageEvent<ToCheck>) => {
  const answer = await checkLedger(data.text)
  const missing = answer.problem === undefined ? await missingOf(data, sha256) : []
  postMessage({ ...answer, missing } satisfies Checked)
})
