import { data } from 'react-router'

export { ErrorPage as ErrorBoundary } from './error-page.tsx'

export const loader = () => {
  throw data(null, { status: 404 })
}

export default function NotFoundPage() {
  return null
}
