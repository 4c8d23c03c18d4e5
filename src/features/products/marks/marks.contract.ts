import { z } from 'zod'
import { productNotFound } from '#features/catalog/catalog.contract.ts'
import { message } from '#features/catalog/catalog.messages.ts'
import { markNotFound } from '#features/catalog/marks/marks.contract.ts'
import { MAX_EVIDENCE_MB } from '#features/catalog/marks/marks.rules.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { SavedProduct } from '../seller-products.contract.ts'

/** In the place of the one that the mark has. */
export const addEvidence = endpoint('POST', '/api/product/:id/mark/:kind/evidence', {
  access: 'seller',
  rights: ['catalogue'],
  rate: 'sellerUpload',
  isHeavy: true,
  summary: 'Give a mark of a product its certificate, a picture or a PDF',
  params: z.object({ id: Id, kind: z.string().max(40) }),
  input: 'multipart',
  form: {
    fields: {},
    file: 'evidence',
    most: 1,
    maxBytes: MAX_EVIDENCE_MB * 1024 * 1024,
    tooMany: message('EVIDENCE_ONE_BY_ONE'),
    tooLarge: message('EVIDENCE_TOO_LARGE', { mostMb: MAX_EVIDENCE_MB }),
  },
  status: 201,
  response: SavedProduct,
  errors: [productNotFound, markNotFound],
})
