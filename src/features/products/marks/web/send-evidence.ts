import { AppError } from '#shared/app-error.ts'
import { messageOf } from '#web/call.ts'
import { upload } from '#web/files/upload.ts'
import type { Saved } from '../../edit/web/form-state.ts'
import { addEvidence } from '../marks.contract.ts'
import { nameOfMark } from '../typed-marks.ts'
import type { ChosenEvidence } from './seller-marks-part.tsx'

/** Sends chosen certificates one by one, after their product is saved. `left`: what did not arrive, and why. */
export async function sendEvidence(saved: Saved['product'], chosen: ChosenEvidence) {
  let product = saved
  const left = new Map(chosen)
  try {
    for (const [kind, file] of chosen) {
      const form = new FormData()
      form.set('evidence', file)
      const answer = await upload(addEvidence, {
        ...{ params: { id: product._id, kind }, form, expected: 'product' },
        ...{ failed: 'Check the network and try again', onProgress: () => {} },
      })
      product = answer.product
      left.delete(kind)
    }
    return { product, left }
  } catch (error) {
    const [kind = ''] = left.keys()
    const { code, status } = error instanceof AppError ? error : { code: 'FAILED', status: 500 }
    const why = `${product.name} is saved, but the certificate of ${nameOfMark({ kind })} did not arrive. ${messageOf(error)}`
    return { product, left, failure: new AppError(code, status, why) }
  }
}
