/**
 * Shaders that fetch everything from textures by the number of the vertex. No attributes and no instances: software
 * renderers such as SwiftShader draw every instance as a call of its own, ten times slower.
 */
import { WIDTH_STEPS } from '../draw-edges.ts';

/** Texels in a row of every data texture. */
export const ROW = 2048;

const COMMON = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
precision highp sampler2D;
uniform sampler2D uPlace;
uniform usampler2D uLook;
/** Zoom, and the place of the world's origin, in device pixels. */
uniform vec3 uView;
uniform vec2 uSize;
uniform float uRatio;
uniform float uFade;
ivec2 at(int i) { return ivec2(i & ${ROW - 1}, i >> 11); }
vec2 screen(int i) { return texelFetch(uPlace, at(i), 0).xy * uView.x + uView.yz; }
vec4 clip(vec2 px) { return vec4(px / uSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0); }
vec4 colorOf(uint c) {
  return vec4(float(c & 255u), float((c >> 8) & 255u), float((c >> 16) & 255u), float(c >> 24)) / 255.0;
}
const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);
`;

const EDGE = `${COMMON}
uniform usampler2D uEdge;
/** Ends, colour and bend. */
uvec4 edgeAt(int i) {
  uvec4 edge = texelFetch(uEdge, at(i), 0);
  edge.x &= 0x3ffffffu;
  return edge;
}
/** Factor of the usual width. */
float widthAt(int i) { return float(texelFetch(uEdge, at(i), 0).x >> 26) / ${WIDTH_STEPS}.0; }
bool outside(vec2 a, vec2 b) {
  vec2 low = min(a, b);
  vec2 high = max(a, b);
  return low.x > uSize.x || low.y > uSize.y || high.x < 0.0 || high.y < 0.0;
}
/** Alpha has seven bits; the lowest says whether the edge has a direction. */
vec4 edgeColor(uint c) {
  vec4 color = colorOf(c);
  color.a = float(c >> 25) / 127.0 * uFade;
  return color;
}
`;

/** Hairlines from end to end: two vertices for each edge. */
export const LINE_VERTEX = `${EDGE}
flat out vec4 vColor;
void main() {
  uvec4 edge = edgeAt(gl_VertexID >> 1);
  vColor = edgeColor(edge.z);
  gl_Position = clip(screen(int((gl_VertexID & 1) == 0 ? edge.x : edge.y)));
}`;

export const LINE_FRAGMENT = `#version 300 es
precision mediump float;
flat in vec4 vColor;
out vec4 color;
void main() { color = vec4(vColor.rgb * vColor.a, vColor.a); }`;

/** Ribbons with smooth sides: six vertices for each of an edge's segments. Self edges are circles. */
export const RIBBON_VERTEX = `${EDGE}
uniform int uSegments;
uniform int uFirst;
uniform float uWidth;
flat out vec4 vColor;
flat out float vWidth;
out float vSide;
void main() {
  int perEdge = uSegments * 6;
  uvec4 edge = edgeAt(uFirst + gl_VertexID / perEdge);
  int corner = gl_VertexID % 6;
  int segment = (gl_VertexID % perEdge) / 6;
  float along = corner == 1 || corner == 2 || corner == 4 ? 1.0 : 0.0;
  float side = corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0;
  float t = (float(segment) + along) / float(uSegments);
  vec2 a = screen(int(edge.x));
  vec2 b = screen(int(edge.y));
  float bend = uintBitsToFloat(edge.w) * uView.x;
  vec2 point;
  vec2 tangent;
  if (edge.x == edge.y) {
    float radius = uintBitsToFloat(texelFetch(uLook, at(int(edge.x)), 0).y) * uView.x;
    float r = radius * 0.9 + bend * 5.0;
    float angle = t * 6.2831853;
    point = a + vec2(cos(angle) * r, -radius - r * 0.7 + sin(angle) * r);
    tangent = vec2(-sin(angle), cos(angle));
  } else {
    vec2 way = b - a;
    float far = max(length(way), 1e-3);
    vec2 control = (a + b) * 0.5 + vec2(-way.y, way.x) / far * bend * 2.0;
    point = mix(mix(a, control, t), mix(control, b, t), t);
    tangent = normalize(mix(control - a, b - control, t) + way * 1e-4);
    if (outside(min(a, min(b, control)), max(a, max(b, control)))) {
      gl_Position = NOWHERE;
      return;
    }
  }
  vWidth = uWidth * widthAt(uFirst + gl_VertexID / perEdge);
  float reach = vWidth * 0.5 + 0.7;
  vSide = side * reach;
  vColor = edgeColor(edge.z);
  gl_Position = clip(point + vec2(-tangent.y, tangent.x) * side * reach);
}`;

export const RIBBON_FRAGMENT = `#version 300 es
precision mediump float;
flat in vec4 vColor;
flat in float vWidth;
in float vSide;
out vec4 color;
void main() {
  float alpha = vColor.a * clamp(vWidth * 0.5 + 0.5 - abs(vSide), 0.0, 1.0);
  color = vec4(vColor.rgb * alpha, alpha);
}`;

/** Heads of directed edges: three vertices for each edge. */
export const ARROW_VERTEX = `${EDGE}
flat out vec4 vColor;
void main() {
  uvec4 edge = edgeAt(gl_VertexID / 3);
  int corner = gl_VertexID % 3;
  vec2 a = screen(int(edge.x));
  vec2 b = screen(int(edge.y));
  vec2 way = b - a;
  float far = length(way);
  float head = min(11.0, 4.0 + 5.0 * uView.x / uRatio) * uRatio;
  float radius = uintBitsToFloat(texelFetch(uLook, at(int(edge.y)), 0).y) * uView.x + 1.5 * uRatio;
  vColor = edgeColor(edge.z);
  vColor.a = min(1.0, vColor.a * 1.5);
  if (((edge.z >> 24) & 1u) == 0u || edge.x == edge.y || far < radius + head || outside(b - radius - head, b + radius + head)) {
    gl_Position = NOWHERE;
    return;
  }
  float bend = uintBitsToFloat(edge.w) * uView.x;
  vec2 control = (a + b) * 0.5 + vec2(-way.y, way.x) / far * bend * 2.0;
  vec2 u = normalize(b - control);
  vec2 tip = b - u * radius;
  vec2 base = tip - u * head;
  float half_ = head * 0.42;
  gl_Position = clip(corner == 0 ? tip : base + vec2(-u.y, u.x) * (corner == 1 ? half_ : -half_));
}`;

/** @param points one vertex for each node, drawn as a point; else six, drawn as a square of any size */
export const nodeVertex = (points: boolean): string => `${COMMON}
uniform float uLeast;
uniform float uHalo;
flat out vec4 vColor;
flat out float vRadius;
flat out uvec2 vGlyph;
out vec2 vOffset;
void main() {
  int node = ${points ? 'gl_VertexID' : 'gl_VertexID / 6'};
  vec2 centre = screen(node);
  uvec4 look = texelFetch(uLook, at(node), 0);
  float radius = max(uLeast, uintBitsToFloat(look.y) * uView.x);
  float reach = radius + uHalo + 1.0;
  vColor = colorOf(look.x);
  vRadius = radius;
  vGlyph = look.zw;
  if (any(lessThan(centre, vec2(-reach))) || any(greaterThan(centre, uSize + reach))) {
    gl_Position = NOWHERE;
    return;
  }
  ${
    points
      ? `gl_PointSize = reach * 2.0;
  vOffset = vec2(reach);
  gl_Position = clip(centre);`
      : `int corner = gl_VertexID % 6;
  vec2 way = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0);
  vOffset = way * reach;
  gl_Position = clip(centre + vOffset);`
  }
}`;

/** Nodes too small for halo, rim and glyph: one vertex each, a dot of one colour. */
export const DOT_VERTEX = `${COMMON}
uniform float uLeast;
flat out vec4 vColor;
void main() {
  uvec4 look = texelFetch(uLook, at(gl_VertexID), 0);
  float radius = max(uLeast, uintBitsToFloat(look.y) * uView.x);
  vColor = colorOf(look.x) * uFade;
  gl_PointSize = radius * 1.8;
  gl_Position = clip(screen(gl_VertexID));
}`;

export const DOT_FRAGMENT = `#version 300 es
precision mediump float;
flat in vec4 vColor;
out vec4 color;
void main() { color = vColor; }`;

/** Cells in a row of the atlas of glyphs. */
export const ATLAS_CELLS = 16;

export const nodeFragment = (points: boolean): string => `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D uAtlas;
uniform vec3 uGround;
uniform vec3 uInk;
uniform float uHalo;
uniform float uFade;
uniform float uRimFrom;
uniform float uGlyphFrom;
flat in vec4 vColor;
flat in float vRadius;
flat in uvec2 vGlyph;
in vec2 vOffset;
out vec4 color;
void main() {
  vec2 offset = ${points ? '(gl_PointCoord * 2.0 - 1.0) * vOffset.x' : 'vOffset'};
  float far = length(offset);
  float halo = vRadius >= 2.0 ? uHalo : 0.0;
  float whole = clamp(vRadius + halo + 0.5 - far, 0.0, 1.0);
  if (whole <= 0.0) discard;
  bool rimmed = vRadius >= uRimFrom;
  vec3 inside = vColor.rgb;
  float disc = clamp(vRadius + 0.5 - far, 0.0, 1.0);
  if (rimmed) inside = mix(mix(inside, uInk, 0.28), inside, clamp(vRadius - uHalo / 1.5 + 0.5 - far, 0.0, 1.0));
  if (vRadius >= uGlyphFrom && vGlyph.x > 0u) {
    vec2 cell = vec2(vGlyph.x % ${ATLAS_CELLS}u, vGlyph.x / ${ATLAS_CELLS}u);
    vec2 uv = offset / vRadius * 0.5 + 0.5;
    if (all(greaterThan(uv, vec2(0.0))) && all(lessThan(uv, vec2(1.0)))) {
      float ink = texture(uAtlas, (cell + uv) / float(${ATLAS_CELLS})).a;
      inside = mix(inside, vGlyph.y == 1u ? vec3(1.0) : vec3(0.09, 0.086, 0.078), ink);
    }
  }
  vec3 mixed = mix(uGround, inside, disc);
  float alpha = whole * uFade;
  color = vec4(mixed * alpha, alpha);
}`;

/** The part of the texture of names around a point, as it is. */
export const NAME_VERTEX = `#version 300 es
precision highp float;
uniform vec2 uSize;
/** Where the middle of the upper side comes, and is in the texture, in device pixels. */
uniform vec2 uMiddle;
uniform vec2 uFrom;
/** Half the width, and the height. */
uniform vec2 uReach;
out vec2 vAt;
void main() {
  int corner = gl_VertexID;
  vec2 way = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner == 4 || corner == 5 ? 1.0 : 0.0);
  vAt = uFrom + way * uReach;
  gl_Position = vec4((uMiddle + way * uReach) / uSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}`;

export const NAME_FRAGMENT = `#version 300 es
precision mediump float;
precision highp int;
uniform sampler2D uNames;
in highp vec2 vAt;
out vec4 color;
void main() { color = texelFetch(uNames, ivec2(vAt), 0); }`;
