import type { FastifyInstance } from 'fastify'
import { csvFile } from '#kernel/http/csv.ts'
import { implement } from '#kernel/http/implement.ts'
import { badInput } from '#shared/app-error.ts'
import * as pricesContract from '../price-changes.contract.ts'
import * as importContract from '../product-imports.contract.ts'
import * as contract from '../seller-products.contract.ts'
import { changePrices } from './change-prices.ts'
import { duplicateProduct } from './duplicate-product.ts'
import { productRows, productsHeading } from './export-products.ts'
import { templateHeading, templateRows } from './import/import-columns.ts'
import { getImport, listImports } from './import/import-rows.ts'
import * as acts from './product-acts.ts'
import * as edits from './product-edits.ts'
import * as list from './seller-product-list.ts'
import * as products from './seller-products.service.ts'

export function sellerProductRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listSellerProducts: ({ query }) => list.listSellerProducts(deps.db, query),
    listSellerProductIds: ({ query }) => list.listSellerProductIds(deps.db, query),
    getSellerProduct: ({ params }) => products.getSellerProduct(deps.db, params.id),
    addProduct: ({ session, body, files }) => edits.addProduct({ deps, sellerId: session.accountId }, body, files),
    editProduct({ session, params, body, files }) {
      const isEmpty = Object.keys(body).every((name) => name === 'version') && files.length === 0
      if (isEmpty) throw badInput({ productData: 'Say what changes' })
      return edits.editProduct({ deps, sellerId: session.accountId }, params.id, body, files)
    },
    setStock: ({ session, body }) => products.setStock(deps, session.accountId, body),
    archiveProduct: ({ session, params }) => acts.changeProduct(deps, session.accountId, params.id, 'archive'),
    unarchiveProduct: ({ session, params }) => acts.changeProduct(deps, session.accountId, params.id, 'unarchive'),
    changeProducts: ({ session, body }) => acts.changeProducts(deps, session.accountId, body.products, body.to),
    duplicateProduct: ({ session, params }) => duplicateProduct(deps, session.accountId, params.id),
    exportProducts: ({ query }) =>
      csvFile('products.csv', productsHeading, productRows(deps.db, query.archived === '1')),
  })
  implement(app, pricesContract, {
    changePrices: ({ session, body }) => changePrices(deps, session.accountId, body),
  })
  implement(app, importContract, {
    importProducts: ({ session, body }) => deps.imports.start(session.accountId, body),
    checkImport: ({ session, files }) => deps.imports.check(session.accountId, files),
    writeImport: ({ session, params }) => deps.imports.write(session.accountId, params.id),
    undoImport: ({ session, params }) => deps.imports.undo(session.accountId, params.id),
    listImports: () => listImports(deps),
    getImport: ({ params }) => getImport(deps, params.id),
    importTemplate: () => csvFile('products-template.csv', templateHeading, templateRows()),
  })
}
