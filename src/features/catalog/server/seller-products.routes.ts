import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sendCsv } from '#kernel/http/csv.ts'
import { checked, implement, implementRaw } from '#kernel/http/implement.ts'
import { wholeForm } from '#kernel/http/whole-form.ts'
import { badInput } from '#shared/app-error.ts'
import {
  addProductPath,
  archiveProduct,
  editProductPath,
  exportProductsPath,
  getImport,
  getSellerProduct,
  importProductsPath,
  listSellerProducts,
  MAX_IMPORT_BYTES,
  ProductChange,
  ProductData,
  SavedProduct,
  StartedImport,
  setStock,
  unarchiveProduct,
} from '../seller-products.contract.ts'
import { productRows, productsHeading } from './export-products.ts'
import { getImport as getProductImport } from './import/product-imports.ts'
import * as edits from './product-edits.ts'
import { uploadLimits, withUpload } from './product-upload.ts'
import * as products from './seller-products.service.ts'

const ExportQuery = z.object({ archived: z.enum(['0', '1']).optional() })
const Params = z.object({ id: z.string() })

const firstFile = async (request: FastifyRequest) => await (await request.file())?.toBuffer()

export async function sellerProductRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, listSellerProducts, ({ query }) => products.listSellerProducts(deps.db, query))
  implement(app, getSellerProduct, ({ params }) => products.getSellerProduct(deps.db, params.id))
  implement(app, setStock, ({ session, body }) => products.setStock(deps, session.accountId, body))
  implement(app, archiveProduct, ({ session, params }) =>
    products.setArchived(deps, session.accountId, params.id, true),
  )
  implement(app, unarchiveProduct, ({ session, params }) =>
    products.setArchived(deps, session.accountId, params.id, false),
  )

  implement(app, getImport, ({ params }) => getProductImport(deps, params.id))
  implementRaw(
    app,
    { method: 'GET', path: exportProductsPath, access: 'seller', summary: 'Products as CSV', isHeavy: true },
    async ({ request, reply }) => {
      const { archived } = checked(ExportQuery, request.query)
      return sendCsv(reply, 'products.csv', productsHeading, productRows(deps.db, archived === '1'))
    },
  )
  await app.register(async (files) => {
    await files.register(multipart, { limits: { files: 1, fileSize: MAX_IMPORT_BYTES, fields: 5, fieldSize: 1000 } })
    files.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer', bodyLimit: MAX_IMPORT_BYTES },
      async (_: unknown, body: Buffer | string) => body,
    )
    implementRaw(
      files,
      {
        method: 'POST',
        path: importProductsPath,
        access: 'seller',
        summary: 'Import products (text/csv, or multipart with one file)',
        isHeavy: true,
      },
      async ({ session, request, reply }) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : await wholeForm(request, firstFile(request))
        if (!bytes) throw badInput({ file: 'Choose a CSV file' })
        const started = await deps.imports.start(session.accountId, bytes)
        reply.code(202)
        return { success: true, ...z.encode(StartedImport, started) }
      },
    )
  })

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
        const change = { deps, sellerId: session.accountId }
        const saved = await withUpload(deps.config.dataDir, request, ({ data, files }) =>
          edits.addProduct(change, checked(ProductData, data), files),
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
        const change = { deps, sellerId: session.accountId }
        const saved = await withUpload(deps.config.dataDir, request, ({ data, files }) => {
          const edit = checked(ProductChange, data)
          const isEmpty = Object.keys(edit).every((name) => name === 'version') && files.length === 0
          if (isEmpty) throw badInput({ productData: 'Say what changes' })
          return edits.editProduct(change, id, edit, files)
        })
        return answer(saved)
      },
    )
  })
}
