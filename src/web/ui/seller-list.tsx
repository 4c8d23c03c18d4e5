import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from './button.tsx'
import { ColumnHeads } from './column-heads.tsx'
import { EmptyState } from './empty-state.tsx'
import { ListPager, type Pages } from './list-pager.tsx'
import { Panel, SellerHead } from './panel.tsx'
import { PostRefused } from './post-refused.tsx'

interface SellerListProps {
  title: string
  text?: ReactNode
  actions?: ReactNode
  filters?: ReactNode
  pages: Pages
  empty: ReactNode
  children: ReactNode
}

export function SellerList({ title, text, actions, filters, pages, empty, children }: SellerListProps) {
  return (
    <>
      <SellerHead title={title} text={text}>
        {actions}
      </SellerHead>
      <PostRefused />
      <Panel>
        {filters && (
          <div className="grid grid-cols-1 gap-3 border-line border-b p-4 cart:grid-cols-seller-bar cart:items-center">
            {filters}
          </div>
        )}
        {empty || (
          <>
            {children}
            <ListPager {...pages} />
          </>
        )}
      </Panel>
    </>
  )
}

/** Nothing fits the filters, or the page of the list is past its end. */
export function NoneFit({ title, clear = 'Clear' }: { title: string; clear?: string }) {
  const { pathname } = useLocation()
  return (
    <EmptyState title={title}>
      <ButtonLink to={pathname} variant="line">
        {clear}
      </ButtonLink>
    </EmptyState>
  )
}

const tableLooks = {
  nav: { table: 'nav:table', head: 'max-nav:hidden', cell: 'px-4', body: 'nav:table-row-group' },
}

interface SellerTableProps extends Pick<ComponentProps<typeof ColumnHeads>, 'columns'> {
  /** Below this width each row is a block. */
  from: keyof typeof tableLooks
  children: ReactNode
}

export function SellerTable({ from, columns, children }: SellerTableProps) {
  const { table, head, cell, body } = tableLooks[from]
  return (
    <table className={`block w-full ${table}`}>
      <ColumnHeads
        columns={columns}
        cell={`whitespace-nowrap border-line border-b py-3 ${cell}`}
        className={`bg-kora text-sm ${head}`}
      />
      <tbody className={`block ${body}`}>{children}</tbody>
    </table>
  )
}
