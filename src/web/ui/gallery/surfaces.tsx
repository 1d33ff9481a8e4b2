import { Download, Inbox, LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Badge } from '../data/badge.tsx'
import { ConnectionBadge } from '../feedback/connection-badge.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { Progress } from '../feedback/progress.tsx'
import { Skeleton, SkeletonText } from '../feedback/skeleton.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import { Field } from '../forms/field.tsx'
import { Input } from '../forms/input.tsx'
import { Card, CardBody } from '../layout/card.tsx'
import { Stepper } from '../layout/stepper.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../layout/tabs.tsx'
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx'
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '../overlays/dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../overlays/dropdown-menu.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../overlays/popover.tsx'
import { toast } from '../overlays/toast.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { Group, Row } from './group.tsx'

const tabNames = ['Overview', 'All Scripts', 'Products', 'My Subscriptions', 'Referrals', 'Profile']

export function Navigation() {
  return (
    <Group title="Navigation">
      <Tabs defaultValue="Products">
        <TabsList label="Dashboard">
          {tabNames.map((name) => (
            <TabsTrigger key={name} value={name}>
              {name}
            </TabsTrigger>
          ))}
        </TabsList>
        {tabNames.map((name) => (
          <TabsContent key={name} value={name} className="text-muted text-sm">
            The panel of {name}.
          </TabsContent>
        ))}
      </Tabs>
      <Row>
        <Tabs defaultValue="all">
          <TabsList label="Kind" variant="segmented">
            <TabsTrigger value="all">All</TabsTrigger>
            <TabsTrigger value="sub">Subscriptions</TabsTrigger>
            <TabsTrigger value="one">One-time</TabsTrigger>
          </TabsList>
          <TabsContent value="all" className="sr-only">
            All
          </TabsContent>
          <TabsContent value="sub" className="sr-only">
            Subscriptions
          </TabsContent>
          <TabsContent value="one" className="sr-only">
            One-time
          </TabsContent>
        </Tabs>
      </Row>
      <Tabs defaultValue="login" className="max-w-sm">
        <TabsList label="Account" variant="fill">
          <TabsTrigger value="login">Login</TabsTrigger>
          <TabsTrigger value="register">Register</TabsTrigger>
        </TabsList>
        <TabsContent value="login" className="sr-only">
          Login
        </TabsContent>
        <TabsContent value="register" className="sr-only">
          Register
        </TabsContent>
      </Tabs>
      <div className="flex max-w-xl flex-col gap-5">
        <Stepper steps={['Review', 'Payment', 'Access']} current={0} label="Checkout, first step" />
        <Stepper steps={['Review', 'Payment', 'Access']} current={1} label="Checkout, second step" />
        <Stepper steps={['Review', 'Payment', 'Access']} current={3} label="Checkout, done" />
      </div>
    </Group>
  )
}

export function Overlays() {
  const [asking, setAsking] = useState(false)
  return (
    <Group title="What opens">
      <Row>
        <Dialog>
          <DialogTrigger asChild>
            <Button>Dialog</Button>
          </DialogTrigger>
          <DialogContent
            title="Edit price"
            description="The new price holds for purchases from now on."
            footer={
              <>
                <DialogClose asChild>
                  <Button>Cancel</Button>
                </DialogClose>
                <Button variant="primary">Save price</Button>
              </>
            }
          >
            <Field label="Price">
              <Input className="font-mono" defaultValue="29.99" start="$" />
            </Field>
          </DialogContent>
        </Dialog>
        <Button onClick={() => setAsking(true)}>Confirm</Button>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Delete Monad Farmer?"
          description="It leaves the shop at once. Customers keep what they bought."
          confirmLabel="Delete product"
          onConfirm={() => setAsking(false)}
        />
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button>Menu</Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuLabel>ada@example.com</DropdownMenuLabel>
            <DropdownMenuItem icon={<Settings />}>Settings</DropdownMenuItem>
            <DropdownMenuItem icon={<Download />} disabled>
              Export
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem icon={<LogOut />} tone="danger">
              Logout
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <Popover>
          <PopoverTrigger asChild>
            <Button>Popover</Button>
          </PopoverTrigger>
          <PopoverContent aria-label="Notifications">
            <div className="flex items-center justify-between">
              <p className="font-medium">Notifications</p>
              <ConnectionBadge state="connected" />
            </div>
            <p className="mt-6 mb-4 text-center text-muted">No notifications yet</p>
          </PopoverContent>
        </Popover>
        <Tooltip content="After 700 ms">
          <Button>Tooltip</Button>
        </Tooltip>
      </Row>
    </Group>
  )
}

export function Messages() {
  return (
    <Group title="Messages">
      <Row>
        <Button onClick={() => toast({ title: 'Dashboard Updated', duration: 3000 })}>Toast</Button>
        <Button
          onClick={() =>
            toast({
              title: 'Payment Complete!',
              description: 'Your script is ready to download.',
              tone: 'success',
            })
          }
        >
          Success toast
        </Button>
        <Button
          onClick={() =>
            toast({
              title: 'Payment Error',
              description: 'There was an error initiating the payment.',
              tone: 'destructive',
              action: { label: 'Try again', onClick: () => undefined },
            })
          }
        >
          Destructive toast
        </Button>
      </Row>
      <Row>
        <Badge>Neutral</Badge>
        <Badge tone="accent">Most Popular</Badge>
        <Badge tone="success" dot>
          Paid
        </Badge>
        <Badge tone="warning" dot>
          Pending
        </Badge>
        <Badge tone="danger" dot>
          Failed
        </Badge>
        <Badge tone="info" dot>
          Completed
        </Badge>
        <Badge tone="solid">INACTIVE</Badge>
      </Row>
      <Row>
        <ConnectionBadge state="connected" />
        <ConnectionBadge state="reconnecting" />
        <ConnectionBadge state="disconnected" />
        <ConnectionBadge state="connected" labels={{ connected: 'Live Updates' }} />
      </Row>
    </Group>
  )
}

export function States() {
  return (
    <Group title="Loading, empty, error">
      <div className="grid gap-4 lg:grid-cols-3">
        <Card>
          <CardBody className="flex flex-col gap-4">
            <Skeleton className="aspect-8/5 h-auto w-full rounded-lg" />
            <Skeleton className="h-5 w-2/3" />
            <SkeletonText lines={2} />
          </CardBody>
        </Card>
        <EmptyState
          icon={<Inbox />}
          title="No purchases found."
          text="Scripts you buy appear here with their downloads."
          action={<Button>Browse scripts</Button>}
          className="justify-center"
        />
        <ErrorState
          title="Your purchases did not load"
          text="The connection broke off. Check it and try again; nothing was lost."
          onRetry={() => undefined}
          className="justify-center"
        />
      </div>
      <Row>
        <Spinner size="sm" />
        <Spinner label="Loading products" />
        <Spinner size="lg" className="text-muted" />
      </Row>
      <div className="grid max-w-2xl gap-6 sm:grid-cols-2">
        <Progress label="Uploading monad-farmer.zip" value={62} detail="62 %" />
        <Progress label="Downloading" value={3.1} max={5} detail="3.1 of 5.0 MB" />
        <Progress label="Uploaded" value={100} tone="success" detail="Done" />
        <Progress label="Preparing" value={null} detail="Preparing" />
      </div>
    </Group>
  )
}
