import type { FastifyRequest } from 'fastify'
import { keyOf } from './keys.ts'

const filters = ['q', 'min', 'max', 'offer', 'fact', 'sort', 'page', 'typed']

const pages: Record<string, readonly string[]> = {
  '/': [],
  '/products': filters,
  '/products/:category': filters,
  '/products/:category/:id': [],
  '/producers': ['page'],
  '/producers/:id': ['page'],
  '/ledger': ['month'],
  '/ledger/check': [],
  '/mission': [],
  '/contact': [],
  '/returns': [],
  '/marks': [],
  '/privacy': [],
}

/** React Router asks for a page's data at its path and `.data`; `_routes` names a part of it. */
const addresses = Object.entries(pages).flatMap(([path, parameters]) => {
  const plain = path.replace(/:\w+/g, '[\\w-]{1,64}')
  return [
    { path: new RegExp(`^${plain}$`), parameters: new Set(parameters) },
    { path: new RegExp(`^${path === '/' ? '/_' : plain}\\.data$`), parameters: new Set([...parameters, '_routes']) },
  ]
})

export function visitorPageKey(url: string) {
  const path = url.split('?', 1)[0] ?? ''
  const address = addresses.find((one) => one.path.test(path))
  return address && keyOf(url, address.parameters)
}

/** Has the request no cookie of ours? The names of all our cookies contain `haat-`. */
export const isFromVisitor = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  (method === 'GET' || method === 'HEAD') && !headers.cookie?.includes('haat-') && headers.authorization === undefined

/** Is the request for data that names nobody? Only the root loader knows who is logged in, and `_routes` names the loaders asked for. */
export function isForAnybody({ method, url }: Pick<FastifyRequest, 'method' | 'url'>) {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = '', query] = url.split('?', 2)
  if (!path.endsWith('.data') || !query?.includes('_routes=')) return false
  const wanted = new URLSearchParams(query).getAll('_routes')
  return wanted.length === 1 && !wanted.some((routes) => routes === '' || routes.split(',').includes('root'))
}
