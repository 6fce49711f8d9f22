import { type DemoRoute, json, matchGet } from '../route.ts'

/** The launcher notification. */
export const newsRoute: DemoRoute = (request) => {
  if (matchGet(request, 'notification'))
    return json({
      Notification: '<b>Winterfest am Samstag, 20 Uhr</b><br>Treffpunkt: Marktplatz in Kleinhafen.',
      Active: true,
      requested_at: Math.floor(request.now.getTime() / 1000),
    })
  return undefined
}
