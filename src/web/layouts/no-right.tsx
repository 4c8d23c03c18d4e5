import { isRouteErrorResponse } from 'react-router'
import { type Right, rights } from '#shared/rights.ts'
import { SellerHead } from '#web/ui/panel.tsx'

const isRight = (value: unknown): value is Right => rights.some((right) => right === value)

/** The rights of which a page needs one, where who asked has none of them; the answer of `noRightPage`. */
export function missingRights(error: unknown): readonly Right[] | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 403) return undefined
  const { data } = error
  return Array.isArray(data?.noRight) ? data.noRight.filter(isRight) : undefined
}

/** In place of a page. The list of pages beside it has those that are open. */
export const NoRight = ({ needed }: { needed: readonly Right[] }) => (
  <>
    <SellerHead title="This page is not open to you" />
    <p className="max-w-184">
      {`It needs the right ‘${needed.join('’ or ‘')}’. Somebody with the right ‘team’ can give it to you.`}
    </p>
  </>
)
