// Makes one moving picture (an animated PNG) of pictures of the same size.
//
// Place: workbench/. Pure; `drive` gives it the screenshots that a README shows in turn. Each
// picture after the first is kept as the rectangle in which it differs from the one before.
// Source: the PNG specification, third edition: chunks acTL, fcTL and fdAT; filters of section 9.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** Join pictures, each `{png, seconds}`, into one that shows them in turn for ever. */
export function moving(pictures) {
  const frames = pictures.map(({ png, seconds }) => ({ ...decoded(png), seconds }));
  const [first] = frames;
  const chunks = [chunk("IHDR", first.header), chunk("acTL", numbers(frames.length, 0))];
  let sequence = 0;
  frames.forEach((frame, index) => {
    const box = index === 0 ? whole(frame) : difference(frames[index - 1], frame);
    const place = numbers(sequence++, box.width, box.height, box.x, box.y);
    const rest = Buffer.alloc(6);
    rest.writeUInt16BE(Math.round(frame.seconds * 100), 0);
    rest.writeUInt16BE(100, 2);
    chunks.push(chunk("fcTL", Buffer.concat([place, rest])));
    const data = deflateSync(cut(frame, box), { level: 9 });
    if (index === 0) chunks.push(chunk("IDAT", data));
    else chunks.push(chunk("fdAT", Buffer.concat([numbers(sequence++), data])));
  });
  return Buffer.concat([SIGNATURE, ...chunks, chunk("IEND", Buffer.alloc(0))]);
}

/** Read a PNG of eight bits per channel that is not interlaced: its rows, without filters. */
function decoded(png) {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error("this is no PNG");
  let header = null;
  const data = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") header = content;
    if (type === "IDAT") data.push(content);
    at += 12 + length;
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const nChannels = { 2: 3, 6: 4 }[header[9]];
  if (header[8] !== 8 || nChannels === undefined || header[12] !== 0)
    throw new Error("a PNG of this kind is not read here");
  const stride = width * nChannels;
  const filtered = inflateSync(Buffer.concat(data));
  const pixels = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const kind = filtered[row * (stride + 1)];
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column < nChannels ? 0 : pixels[at - nChannels];
      const above = row === 0 ? 0 : pixels[at - stride];
      const corner = row === 0 || column < nChannels ? 0 : pixels[at - stride - nChannels];
      pixels[at] = filtered[row * (stride + 1) + 1 + column] + guess(kind, left, above, corner);
    }
  }
  return { header, width, height, nChannels, stride, pixels };
}

function guess(kind, left, above, corner) {
  switch (kind) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    default: {
      const sum = left + above - corner;
      const [one, two, three] = [left, above, corner].map((each) => Math.abs(sum - each));
      if (one <= two && one <= three) return left;
      return two <= three ? above : corner;
    }
  }
}

function whole({ width, height }) {
  return { x: 0, y: 0, width, height };
}

/** Give the smallest rectangle outside of which two pictures are the same. */
function difference(before, after) {
  if (!before.header.equals(after.header)) throw new Error("the pictures differ in size or kind");
  let [left, top, right, bottom] = [after.width, after.height, 0, 0];
  for (let at = 0; at < after.pixels.length; at += 1) {
    if (before.pixels[at] === after.pixels[at]) continue;
    const column = Math.floor((at % after.stride) / after.nChannels);
    const row = Math.floor(at / after.stride);
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  // Equal pictures still need a rectangle.
  if (right < left) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Give the rows of a rectangle, each as what it adds to the row above. */
function cut({ pixels, stride, nChannels }, { x, y, width, height }) {
  const length = width * nChannels;
  const rows = Buffer.alloc((length + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * stride + x * nChannels;
    const to = row * (length + 1);
    rows[to] = 2;
    for (let column = 0; column < length; column += 1) {
      const above = row === 0 ? 0 : pixels[from - stride + column];
      rows[to + 1 + column] = pixels[from + column] - above;
    }
  }
  return rows;
}

function numbers(...values) {
  const made = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) made.writeUInt32BE(value, 4 * index);
  return made;
}

function chunk(type, content) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  return Buffer.concat([numbers(content.length), body, numbers(crc32(body))]);
}
