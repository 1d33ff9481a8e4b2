import { type ReactNode, useEffect, useRef } from 'react'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Container } from '../../ui/layout/container.tsx'

export type AccountFrameProps = { title: string; text?: ReactNode; children?: ReactNode }

/**
 * The frame of a page with one small task: forgotten password, mailed links. When its title changes, the heading takes the
 * focus of a removed form.
 */
export function AccountFrame({ title, text, children }: AccountFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title && document.activeElement === document.body) heading.current?.focus()
    shown.current = title
  }, [title])
  return (
    <div className="bg-ruled">
      <Container className="flex min-h-[calc(100dvh-4rem)] flex-col items-center py-10 sm:py-16 lg:py-24">
        <Card className="w-full max-w-md">
          <CardBody>
            <h1 ref={heading} tabIndex={-1} className="font-semibold text-2xl text-fg outline-none">
              {title}
            </h1>
            {text ? <p className="mt-2 text-muted">{text}</p> : null}
            {children ? <div className="mt-6">{children}</div> : null}
          </CardBody>
        </Card>
      </Container>
    </div>
  )
}
