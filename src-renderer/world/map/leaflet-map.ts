import 'leaflet/dist/leaflet.css'
import { bounds, CRS, type LatLng, Map as LeafletMap, Projection, transformation } from 'leaflet'
import { M_PER_PX, MOST_ZOOM, WORLD_M } from './view.ts'

/** The steps of Leaflet's own pinch. There is no public way to zoom without a jump. */
export interface Movable {
  /** Ends the slide after a drag. */
  _stop(): void
  _moveStart(zoomChanges: boolean, isQuiet: boolean): void
  _move(middle: LatLng, zoom: number, how: { flyTo: boolean }): void
  _moveEnd(zoomChanged: boolean): void
}

/** Metres as coordinates, north up, which match the tiles of the pyramid. */
const metres = {
  ...CRS.Simple,
  infinite: false,
  projection: { ...Projection.LonLat, bounds: bounds([0, 0], [WORLD_M, WORLD_M]) },
  transformation: transformation(1 / M_PER_PX, 0, -1 / M_PER_PX, 256),
}

/** A map in this element that only follows a drag by itself. Its middle is `half` on both axes. `isStill`: tiles do not fade in. */
export const leafletOf = (element: HTMLElement, half: number, isStill: boolean): LeafletMap =>
  new LeafletMap(element, {
    crs: metres,
    attributionControl: false,
    zoomControl: false,
    zoomAnimation: false,
    fadeAnimation: !isStill,
    zoomSnap: 0,
    keyboard: false,
    scrollWheelZoom: false,
    doubleClickZoom: false,
    boxZoom: false,
    minZoom: -2,
    maxZoom: MOST_ZOOM,
    inertiaDeceleration: 2600,
    bounceAtZoomLimits: false,
    center: [half, half],
    zoom: 0,
  })
