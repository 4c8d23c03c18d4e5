import type { LoaderFunctionArgs } from 'react-router'
import { askAsSeller, askedPage, SELLER_PAGE_SIZE } from '#web/seller-page.ts'
import { listApplications } from '../producers.contract.ts'
import type { ApplicationStatus } from '../producers.rules.ts'

/** The applications of one status; null for anybody but the seller. */
export const loadApplications = ({ request, context }: LoaderFunctionArgs, status: ApplicationStatus) =>
  askAsSeller(context, (api) =>
    api(listApplications, { query: { status, page: askedPage(request), limit: SELLER_PAGE_SIZE } }),
  )
