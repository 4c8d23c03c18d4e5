import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { checked, implement, implementRaw } from '#server/implement.ts'
import { badInput } from '#shared/app-error.ts'
import {
  addProductPath,
  archiveProduct,
  editProductPath,
  getSellerProduct,
  listSellerProducts,
  ProductChange,
  ProductData,
  SavedProduct,
  setStock,
  unarchiveProduct,
} from '../seller-products.contract.ts'
import { startAvifQueue } from './product-pictures.ts'
import { removeLeftUploads, uploadLimits, withUpload } from './product-upload.ts'
import * as products from './seller-products.service.ts'

const Params = z.object({ id: z.string() })

export async function sellerProductRoutes(app: FastifyInstance) {
  const { deps } = app
  const avif = startAvifQueue(deps)
  app.addHook('onReady', () => removeLeftUploads(deps.config.dataDir, deps.now()))
  app.addHook('onClose', () => avif.stop())

  implement(app, listSellerProducts, ({ query }) => products.listSellerProducts(deps.db, query))
  implement(app, getSellerProduct, ({ params }) => products.getSellerProduct(deps.db, params.id))
  implement(app, setStock, ({ session, body }) => products.setStock(deps, session.accountId, body))
  implement(app, archiveProduct, ({ session, params }) =>
    products.setArchived(deps, session.accountId, params.id, true),
  )
  implement(app, unarchiveProduct, ({ session, params }) =>
    products.setArchived(deps, session.accountId, params.id, false),
  )

  const answer = (saved: z.output<typeof SavedProduct>) => ({ success: true, ...z.encode(SavedProduct, saved) })
  await app.register(async (uploads) => {
    await uploads.register(multipart, { limits: uploadLimits })
    implementRaw(
      uploads,
      {
        method: 'POST',
        path: addProductPath,
        access: 'seller',
        summary: 'Add a product (multipart: `productData` and up to 4 `images`)',
      },
      async ({ session, request, reply }) => {
        const change = { deps, sellerId: session.accountId, avif }
        const saved = await withUpload(deps.config.dataDir, request, ({ data, files }) =>
          products.addProduct(change, checked(ProductData, data), files),
        )
        reply.code(201)
        return answer(saved)
      },
    )
    implementRaw(
      uploads,
      {
        method: 'PATCH',
        path: editProductPath,
        access: 'seller',
        summary: 'Edit a product (multipart: `productData` and up to 4 `images`)',
      },
      async ({ session, request }) => {
        const { id } = Params.parse(request.params)
        const change = { deps, sellerId: session.accountId, avif }
        const saved = await withUpload(deps.config.dataDir, request, ({ data, files }) => {
          const edit = checked(ProductChange, data)
          if (Object.keys(edit).length === 0 && files.length === 0) throw badInput({ productData: 'Say what changes' })
          return products.editProduct(change, id, edit, files)
        })
        return answer(saved)
      },
    )
  })
}
