import type { FastifyInstance } from 'fastify'
import { message as catalogMessage } from '#features/catalog/catalog.messages.ts'
import { inBulk } from '#kernel/guard/principals.ts'
import { csvFile } from '#kernel/http/csv.ts'
import { implement } from '#kernel/http/implement.ts'
import { xlsxFile } from '#kernel/spreadsheet/write-xlsx.ts'
import { badInput } from '#shared/app-error.ts'
import { changePrices } from '../bulk/server/change-prices.ts'
import * as acts from '../bulk/server/product-acts.ts'
import { addPicture } from '../edit/server/add-picture.ts'
import { duplicateProduct } from '../edit/server/duplicate-product.ts'
import * as edits from '../edit/server/product-edits.ts'
import * as factsContract from '../facts/facts.contract.ts'
import { listLacking } from '../facts/server/lacking.ts'
import * as familiesContract from '../families/families.contract.ts'
import { makeFamily } from '../families/server/make-family.ts'
import { demoCsv, demoZip, hasImportToTry } from '../import/server/demo-import.ts'
import { productRows, productsHeading } from '../import/server/export-products.ts'
import { productKinds, templateHeading, templateRows } from '../import/server/import-columns.ts'
import { getImport, listImports } from '../import/server/import-rows.ts'
import * as marksContract from '../marks/marks.contract.ts'
import { addEvidence } from '../marks/server/add-evidence.ts'
import * as pricesContract from '../price-changes.contract.ts'
import * as importContract from '../product-imports.contract.ts'
import { message } from '../products.messages.ts'
import * as contract from '../seller-products.contract.ts'
import * as toMendContract from '../to-mend.contract.ts'
import * as list from './seller-product-list.ts'
import * as products from './seller-products.service.ts'
import { getToMend } from './to-mend.ts'

export function sellerProductRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listSellerProducts: ({ query }) => list.listSellerProducts(deps.db, query),
    listSellerProductIds: ({ query }) => list.listSellerProductIds(deps.db, query),
    getSellerProduct: ({ params }) => products.getSellerProduct(deps.db, params.id),
    addProduct: ({ session, body, files }) => edits.addProduct({ deps, who: session }, body, files),
    editProduct({ session, params, body, files }) {
      const isEmpty = Object.keys(body).every((name) => name === 'version') && files.length === 0
      if (isEmpty) throw badInput({ productData: message('PRODUCT_CHANGE_MISSING') })
      return edits.editProduct({ deps, who: session }, params.id, body, files)
    },
    addPicture({ session, params, body, files: [file] }) {
      if (!file) throw badInput({ picture: message('IMAGE_MISSING') })
      return addPicture({ deps, who: session }, params.id, body, file)
    },
    setStock: ({ session, body }) => products.setStock(deps, session, body),
    archiveProduct: ({ session, params }) => acts.changeProduct(deps, session, params.id, 'archive'),
    unarchiveProduct: ({ session, params }) => acts.changeProduct(deps, session, params.id, 'unarchive'),
    changeProducts: ({ session, body }) => acts.changeProducts(deps, inBulk(session), body.products, body.to),
    duplicateProduct: ({ session, params }) => duplicateProduct(deps, session, params.id),
    exportProducts: ({ query }) =>
      csvFile('products.csv', productsHeading, productRows(deps.db, query.archived === '1')),
    exportProductsXlsx: ({ query }) =>
      xlsxFile('products.xlsx', {
        heading: productsHeading,
        kinds: productKinds,
        rows: productRows(deps.db, query.archived === '1'),
      }),
  })
  implement(app, pricesContract, {
    changePrices: ({ session, headers, body }) =>
      changePrices(deps, { who: inBulk(session), key: headers['idempotency-key'] }, body),
  })
  implement(app, familiesContract, {
    makeFamily: ({ session, body }) => makeFamily(deps, inBulk(session), body),
  })
  implement(app, factsContract, { listLacking: ({ query }) => listLacking(deps, query) })
  implement(app, toMendContract, { getToMend: () => getToMend(deps) })
  implement(app, marksContract, {
    addEvidence({ session, params, files: [file] }) {
      if (!file) throw badInput({ evidence: catalogMessage('EVIDENCE_MISSING') })
      return addEvidence({ deps, who: session }, params, file)
    },
  })
  implement(app, importContract, {
    importProducts: ({ session, body }) => deps.imports.start(session, body),
    checkImport: ({ session, files, body }) => deps.imports.check(session, files, body.sheet),
    writeImport: ({ session, params, query }) => deps.imports.write(session, params.id, query.confirmed),
    undoImport: ({ session, params }) => deps.imports.undo(session, params.id),
    listImports: async () => ({ ...(await listImports(deps)), toTry: await hasImportToTry(deps.db) }),
    demoImport: () => demoCsv(deps.db),
    demoImportPictures: () => demoZip(deps.db),
    getImport: ({ params }) => getImport(deps, params.id),
    importTemplate: () => csvFile('products-template.csv', templateHeading, templateRows()),
    importTemplateXlsx: () =>
      xlsxFile('products-template.xlsx', { heading: templateHeading, kinds: productKinds, rows: templateRows() }),
  })
}
