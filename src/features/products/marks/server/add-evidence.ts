import { recordAct } from '#features/audit/server/audit.service.ts'
import { message } from '#features/catalog/catalog.messages.ts'
import { markNotFound } from '#features/catalog/marks/marks.contract.ts'
import { findMarkKind, wordsOfMark } from '#features/catalog/marks/marks.kinds.ts'
import { removeEvidence, storeEvidence } from '#features/catalog/marks/server/evidence.ts'
import { parseMarks } from '#features/catalog/marks/server/marks.ts'
import { transact } from '#kernel/background.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { changesOf } from '../../server/product-changes.ts'
import { findProduct, getSellerProduct, lockProduct, type Row } from '../../server/seller-products.service.ts'
import { writeMarks } from './edited-marks.ts'

/** Throws MARK_NOT_FOUND. */
function markOf(row: Row, typedKind: string) {
  const marks = parseMarks(row.marks)
  const mark = marks.find(({ kind }) => kind === findMarkKind(typedKind))
  if (!mark) throw markNotFound()
  return { marks, mark }
}

/** Answers when the certificate is stored. Throws PRODUCT_NOT_FOUND, MARK_NOT_FOUND, BAD_INPUT, PICTURE_TOO_LARGE; then nothing is left. */
export async function addEvidence(
  { deps, who }: { deps: Deps; who: Principal },
  { id, kind }: { id: string; kind: string },
  file: string,
) {
  markOf(await findProduct(deps.db, id), kind)
  const evidence = await storeEvidence(deps, file)
  const change = transact(deps, async (tx) => {
    const row = await lockProduct(tx, id)
    const { marks, mark } = markOf(row, kind)
    const now = marks.map((one) => (one === mark ? { ...mark, evidence } : one))
    const changed = { ...(await writeMarks(tx, row, now)), version: row.version + 1 }
    await tx.updateTable('products').set(changed).where('id', '=', id).execute()
    const changes = await changesOf(tx, row, { ...row, ...changed })
    const summary = `${row.name} changed`
    await recordAct(tx, { who, action: 'product.changed', subject: id, summary, changes, at: deps.now() })
    return mark
  })
  const before = await change.catch(async (error: unknown) => {
    // After a lost connection the change may be saved.
    if (databaseFailure(error) !== 'away') await removeEvidence(deps, [evidence])
    throw error
  })
  if (before.evidence) await removeEvidence(deps, [before.evidence])
  const { product } = await getSellerProduct(deps.db, id)
  return { message: message('EVIDENCE_KEPT', { mark: wordsOfMark(before.kind).name, name: product.name }), product }
}
