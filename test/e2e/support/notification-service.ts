import { connectBus, Reader, Writer, type Message } from './dbus.ts'

export interface ShownNotification {
  id: number
  title: string
  body: string
}

/** The desktop's notification service, played by the test on the session's own bus. */
export interface NotificationService {
  readonly shown: readonly ShownNotification[]
  /** Numbers of the closed notifications. */
  readonly closed: readonly number[]
  /** Clicks a notification. */
  click(id: number): void
  close(): void
}

const NAME = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'
const DO_NOT_QUEUE = 4

function readNotify(message: Message, id: number): ShownNotification {
  const reader = new Reader(message.body)
  reader.text() // the program's name
  reader.u32() // what it replaces
  reader.text() // its icon
  return { id, title: reader.text(), body: reader.text() }
}

/** Takes the well-known name of the desktop's notification service and remembers all notifications. */
export async function openNotificationService(): Promise<NotificationService> {
  const shown: ShownNotification[] = []
  const closed: number[] = []
  const bus = await connectBus((message, answer) => {
    const { member } = message
    if (member === 'GetCapabilities') answer.reply(message, new Writer().texts(['actions', 'body']), 'as')
    else if (member === 'GetServerInformation')
      answer.reply(message, new Writer().text('test').text('test').text('1').text('1.2'), 'ssss')
    else if (member === 'Notify') {
      const one = readNotify(message, shown.length + 1)
      shown.push(one)
      answer.reply(message, new Writer().u32(one.id), 'u')
    } else {
      if (member === 'CloseNotification') closed.push(new Reader(message.body).u32())
      answer.reply(message, new Writer(), '')
    }
  })
  bus.call('RequestName', (body) => body.text(NAME).u32(DO_NOT_QUEUE), 'su')
  return {
    shown,
    closed,
    click: (id) => bus.signal(PATH, NAME, 'ActionInvoked', new Writer().u32(id).text('default'), 'us'),
    close: () => bus.close(),
  }
}
