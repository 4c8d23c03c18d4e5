import { data, type MetaFunction } from 'react-router'
import { titleIn, workshopMeta } from './workshop-page.ts'

export { WorkshopFailed as ErrorBoundary } from './workshop-failed.tsx'

export const meta: MetaFunction = ({ matches }) =>
  workshopMeta(
    matches,
    titleIn(matches, ({ notHere }) => notHere),
    '/workshop',
  )

/** Any other address below /workshop. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NotHerePage() {
  return null
}
