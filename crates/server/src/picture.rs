//! Turns an uploaded picture into a small square portrait: decoded under limits, rotated upright, cropped, and
//! encoded anew. Uploaded bytes are never served.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::thumbnail;
use image::metadata::Orientation;
use image::{
    DynamicImage, GenericImageView as _, GrayAlphaImage, GrayImage, ImageDecoder as _, ImageFormat,
    ImageReader, Limits, Rgb, RgbImage, RgbaImage,
};
use rules::base::id::PortraitId;
use rules::handout::Area;
use sha2::{Digest, Sha256};

/// Side of a stored portrait, in pixels.
pub(crate) use app::pages::portrait::SIDE;
/// Maximum number of pixels on a side of an uploaded picture.
pub(crate) const MAX_SIDE: u32 = 12_000;
/// Maximum number of pixels of an uploaded picture in all, as many as a phone camera's pictures have.
pub(crate) const MAX_PIXELS: u64 = 16_000_000;
/// Most bytes that decoding may take, whatever the file says.
pub(crate) const MAX_MEMORY: u64 = 64 * 1024 * 1024;
/// Bytes for each pixel of a picture decoded in layers: for its parts and for the result.
pub(crate) const LAYERED_BYTES_PER_PIXEL: u64 = 9;
/// Most bytes of metadata in a file.
const MAX_METADATA: usize = 1024 * 1024;
/// JPEG quality of a stored portrait, in percent.
const QUALITY: u8 = 82;
/// Background color that replaces the transparent parts of an uploaded picture.
const BACKGROUND: [u8; 3] = [0x2a, 0x26, 0x24];

/// Reason why a picture is refused, as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PictureError {
    /// The form had no picture.
    #[error("Choose a picture first.")]
    Nothing,
    /// Too many bytes.
    #[error("That file is larger than 8 MB.")]
    TooHeavy,
    /// A file of an unsupported kind.
    #[error("That is no picture that can be read here: take a JPEG, PNG or WebP.")]
    Kind,
    /// Too many pixels.
    #[error(
        "That picture is too large: it may have 16 million pixels, 7 million as WebP or as a JPEG that comes \
         in layers, and 12,000 on a side."
    )]
    TooLarge,
    /// The picture breaks off, or makes no sense.
    #[error("That picture is damaged and cannot be read.")]
    Damaged,
}

/// A combatant's portrait as it is stored, reduced to a small square JPEG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SmallPortrait {
    /// Id of the portrait: the beginning of the hash of its bytes.
    pub(crate) id: PortraitId,
    /// The bytes of the JPEG.
    pub(crate) jpeg: Vec<u8>,
}

/// Turns an uploaded picture into a portrait as it is stored. Takes a core for a while: not for a task that others wait
/// for.
pub(crate) fn make_portrait(bytes: &[u8]) -> Result<SmallPortrait, PictureError> {
    let (picture, turned) = decode_upload(bytes)?;
    let (width, height) = (picture.width(), picture.height());
    let side = width.min(height);
    let (left, top) = crop_origin((width, height), turned);
    // A view avoids copying the picture.
    let square = thumbnail(&*picture.view(left, top, side, side), SIDE, SIDE);
    drop(picture);
    let mut square = DynamicImage::ImageRgba8(square);
    square.apply_orientation(turned);
    let jpeg = encode_jpeg(&square)?;
    Ok(SmallPortrait {
        id: portrait_id(&jpeg),
        jpeg,
    })
}

/// Longest side of the stored picture of a handout, in pixels.
pub(crate) const HANDOUT_SIDE: u32 = 2_000;
/// Side of the blocks in which a JPEG is stored, in pixels. Colors of one block show in all of it.
const BLOCK: u32 = 16;
/// Color of a covered area of a picture.
const COVER: Rgb<u8> = Rgb([0x14, 0x10, 0x0c]);

/// Turns an uploaded picture into the picture of a handout as it is stored: upright, of at most 2,000 pixels a side,
/// encoded anew without metadata. Takes a core for a while: not for a task that others wait for.
pub(crate) fn make_handout_picture(bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    let (picture, turned) = decode_upload(bytes)?;
    let (width, height) = (picture.width(), picture.height());
    let longest = width.max(height);
    let mut shown = match longest > HANDOUT_SIDE {
        true => {
            let side = |side: u32| (side.saturating_mul(HANDOUT_SIDE) / longest).max(1);
            let view = picture.view(0, 0, width, height);
            DynamicImage::ImageRgba8(thumbnail(&*view, side(width), side(height)))
        }
        false => picture,
    };
    shown.apply_orientation(turned);
    encode_jpeg(&shown)
}

/// Cuts the covered areas out of the stored picture of a handout, and encodes the rest anew. Blocks of the stored JPEG
/// that an area touches are cut out as a whole, because what is covered shows in all of them.
pub(crate) fn cut_picture(jpeg: &[u8], covered: &[Area]) -> Result<Vec<u8>, PictureError> {
    let (picture, _) = decode_picture(jpeg, ImageFormat::Jpeg)?;
    let mut picture = picture.to_rgb8();
    let (width, height) = picture.dimensions();
    for area in covered {
        let from = |part: u16, of: u32| {
            let start = u32::from(part).saturating_mul(of) / u32::from(Area::END);
            start / BLOCK * BLOCK
        };
        let to = |part: u16, of: u32| {
            let end = u32::from(part)
                .saturating_mul(of)
                .div_ceil(u32::from(Area::END));
            end.next_multiple_of(BLOCK).min(of)
        };
        let right = to(area.x.saturating_add(area.width), width);
        let bottom = to(area.y.saturating_add(area.height), height);
        for y in from(area.y, height)..bottom {
            for x in from(area.x, width)..right {
                picture.put_pixel(x, y, COVER);
            }
        }
    }
    encode_jpeg(&DynamicImage::ImageRgb8(picture))
}

/// Encodes the picture of a handout from a table file anew: a JPEG of at most the stored size, and nothing else.
pub(crate) fn reencode_handout_picture(bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    let reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Jpeg);
    match reader.into_dimensions() {
        Ok((width, height)) if width <= HANDOUT_SIDE && height <= HANDOUT_SIDE => {
            make_handout_picture(bytes)
        }
        Ok(_) | Err(_) => Err(PictureError::Damaged),
    }
}

/// Encodes a portrait from a table file anew: a JPEG of the stored size, and nothing else.
pub(crate) fn reencode_portrait(bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    let reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Jpeg);
    match reader.into_dimensions() {
        Ok((SIDE, SIDE)) => make_portrait(bytes).map(|small| small.jpeg),
        Ok(_) | Err(_) => Err(PictureError::Damaged),
    }
}

/// Returns the left top corner of the square to cut from a picture of this size that is yet to be
/// rotated.
fn crop_origin((width, height): (u32, u32), turned: Orientation) -> (u32, u32) {
    let side = width.min(height);
    let (across, down) = (width.saturating_sub(side), height.saturating_sub(side));
    // Faces are nearer to the top.
    let (near, far) = (|rest: u32| rest / 3, |rest: u32| rest - rest / 3);
    match turned {
        Orientation::NoTransforms | Orientation::FlipHorizontal => (across / 2, near(down)),
        Orientation::Rotate180 | Orientation::FlipVertical => (across / 2, far(down)),
        Orientation::Rotate90 | Orientation::Rotate90FlipH => (near(across), down / 2),
        Orientation::Rotate270 | Orientation::Rotate270FlipH => (far(across), down / 2),
    }
}

/// Decodes an uploaded file of an accepted format, with the rotation that makes it upright.
fn decode_upload(bytes: &[u8]) -> Result<(DynamicImage, Orientation), PictureError> {
    if bytes.is_empty() {
        return Err(PictureError::Nothing);
    }
    let format = image::guess_format(bytes).map_err(|_| PictureError::Kind)?;
    match format {
        ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP => decode_picture(bytes, format),
        _ => Err(PictureError::Kind),
    }
}

/// Decodes the first picture of a file in eight bits a color, with the rotation that makes it upright. The header is
/// checked first: nothing is decoded that would take too much memory.
fn decode_picture(
    bytes: &[u8],
    format: ImageFormat,
) -> Result<(DynamicImage, Orientation), PictureError> {
    match format {
        ImageFormat::Png => decode_png(bytes),
        ImageFormat::Jpeg => {
            let layered = is_progressive_jpeg(bytes)?;
            decode_generic(
                bytes,
                format,
                if layered { LAYERED_BYTES_PER_PIXEL } else { 4 },
            )
        }
        _ => decode_generic(bytes, format, LAYERED_BYTES_PER_PIXEL),
    }
}

/// Checks that a picture of this size may be decoded, at `each` bytes for a pixel.
fn check_size(width: u32, height: u32, each: u64) -> Result<(), PictureError> {
    if width == 0 || height == 0 {
        return Err(PictureError::Damaged);
    }
    let pixels = u64::from(width).saturating_mul(u64::from(height));
    let is_large = width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS;
    match is_large || pixels.saturating_mul(each) > MAX_MEMORY {
        true => Err(PictureError::TooLarge),
        false => Ok(()),
    }
}

/// Decodes a JPEG or WebP picture that was uploaded as a portrait.
fn decode_generic(
    bytes: &[u8],
    format: ImageFormat,
    each: u64,
) -> Result<(DynamicImage, Orientation), PictureError> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader
        .into_decoder()
        .map_err(|error| to_picture_error(&error))?;
    let (width, height) = decoder.dimensions();
    check_size(width, height, each)?;
    // A picture without an orientation is upright.
    let turned = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder).map_err(|error| to_picture_error(&error))?;
    Ok((picture, turned))
}

/// Decodes a PNG; reduces sixteen bits a color to eight, and ignores everything but the picture.
fn decode_png(bytes: &[u8]) -> Result<(DynamicImage, Orientation), PictureError> {
    let limits = png::Limits {
        bytes: MAX_METADATA,
    };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let damaged = |_| PictureError::Damaged;
    let info = decoder.read_header_info().map_err(damaged)?;
    let (width, height) = (info.width, info.height);
    check_size(width, height, 4)?;
    let mut reader = decoder.read_info().map_err(damaged)?;
    let turned = reader.info().exif_metadata.as_ref();
    let turned = turned.and_then(|exif| Orientation::from_exif_chunk(exif));
    let length = reader.output_buffer_size().ok_or(PictureError::TooLarge)?;
    let mut pixels = vec![0; length];
    let frame = reader.next_frame(&mut pixels).map_err(damaged)?;
    pixels.truncate(frame.buffer_size());
    let picture = match frame.color_type {
        png::ColorType::Grayscale => {
            GrayImage::from_raw(width, height, pixels).map(DynamicImage::ImageLuma8)
        }
        png::ColorType::GrayscaleAlpha => {
            GrayAlphaImage::from_raw(width, height, pixels).map(DynamicImage::ImageLumaA8)
        }
        png::ColorType::Rgb => {
            RgbImage::from_raw(width, height, pixels).map(DynamicImage::ImageRgb8)
        }
        png::ColorType::Rgba => {
            RgbaImage::from_raw(width, height, pixels).map(DynamicImage::ImageRgba8)
        }
        png::ColorType::Indexed => None,
    };
    let picture = picture.ok_or(PictureError::Damaged)?;
    Ok((picture, turned.unwrap_or(Orientation::NoTransforms)))
}

/// Whether an uploaded JPEG is progressive, and so takes more memory to decode. One too short for the size in its
/// header is damaged: each block of eight by eight pixels takes one bit at least.
fn is_progressive_jpeg(bytes: &[u8]) -> Result<bool, PictureError> {
    let mut at = 2;
    let mut head = None;
    loop {
        let [mark, kind, long, short] = read_four(bytes, at)?;
        if mark != 0xff {
            return Err(PictureError::Damaged);
        }
        match kind {
            // Padding between segments, and markers without a segment.
            0xff => at += 1,
            0x01 | 0xd0..=0xd8 => at += 2,
            0xd9 => return Err(PictureError::Damaged),
            _ => {
                let length = usize::from(u16::from_be_bytes([long, short]));
                // Except the tables with a number in the same range.
                if matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc) {
                    let [_, high, low, wide] = read_four(bytes, at + 4)?;
                    let [narrow, ..] = read_four(bytes, at + 8)?;
                    let height = u64::from(u16::from_be_bytes([high, low]));
                    let width = u64::from(u16::from_be_bytes([wide, narrow]));
                    head = Some((kind == 0xc2, width.div_ceil(8) * height.div_ceil(8)));
                }
                at += 2 + length;
                if kind == 0xda {
                    break;
                }
            }
        }
    }
    let (layered, squares) = head.ok_or(PictureError::Damaged)?;
    let scan = bytes.get(at..).unwrap_or_default();
    let end = scan.windows(2).rposition(|two| two == [0xff, 0xd9]);
    let bits = end.ok_or(PictureError::Damaged)? as u64 * 8;
    match bits < squares {
        true => Err(PictureError::Damaged),
        false => Ok(layered),
    }
}

/// Reads four bytes of a JPEG file at a position.
fn read_four(bytes: &[u8], at: usize) -> Result<[u8; 4], PictureError> {
    let four = bytes.get(at..).and_then(|rest| rest.first_chunk());
    four.copied().ok_or(PictureError::Damaged)
}

/// Converts an error of the picture decoder to the reason for refusing the portrait.
fn to_picture_error(error: &image::ImageError) -> PictureError {
    match error {
        image::ImageError::Limits(_) => PictureError::TooLarge,
        _ => PictureError::Damaged,
    }
}

/// Encodes the picture as a JPEG, on a background where it is transparent.
fn encode_jpeg(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let seen = picture.to_rgba8();
    let mut flat = RgbImage::new(seen.width(), seen.height());
    for (to, from) in flat.pixels_mut().zip(seen.pixels()) {
        let [red, green, blue, alpha] = from.0.map(u16::from);
        let over = |color: u16, behind: u8| {
            let mixed = color * alpha + u16::from(behind) * (255 - alpha);
            u8::try_from(mixed / 255).unwrap_or(u8::MAX)
        };
        *to = Rgb([
            over(red, BACKGROUND[0]),
            over(green, BACKGROUND[1]),
            over(blue, BACKGROUND[2]),
        ]);
    }
    let mut jpeg = Vec::with_capacity(24 * 1024);
    flat.write_with_encoder(JpegEncoder::new_with_quality(&mut jpeg, QUALITY))
        .map_err(|_| PictureError::Damaged)?;
    Ok(jpeg)
}

/// Returns the id of a portrait, which is the first half of its hash.
fn portrait_id(bytes: &[u8]) -> PortraitId {
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    let (head, _) = hash.split_at(16);
    PortraitId::from_bytes(head.try_into().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes a picture of two halves, red above blue.
    fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let picture = RgbaImage::from_fn(width, height, |_, y| {
            image::Rgba(match y < height / 2 {
                true => [200, 20, 20, 255],
                false => [20, 20, 200, 255],
            })
        });
        let picture = DynamicImage::ImageRgba8(picture);
        let mut bytes = Cursor::new(Vec::new());
        let flat = DynamicImage::ImageRgb8(picture.to_rgb8());
        let picture = if format == ImageFormat::Jpeg {
            flat
        } else {
            picture
        };
        picture.write_to(&mut bytes, format).expect("a picture");
        bytes.into_inner()
    }

    fn pixel(small: &SmallPortrait, x: u32, y: u32) -> [u8; 3] {
        let read = image::load_from_memory_with_format(&small.jpeg, ImageFormat::Jpeg);
        let read = read.expect("a picture").to_rgb8();
        assert_eq!(read.dimensions(), (SIDE, SIDE));
        read.get_pixel(x, y).0
    }

    const KINDS: [ImageFormat; 3] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];

    #[test]
    fn every_kind_becomes_a_small_square() {
        for format in KINDS {
            let made = make_portrait(&file(300, 500, format)).expect("a picture");
            let ([red, ..], [.., blue]) = (pixel(&made, 9, 9), pixel(&made, 9, 250));
            assert!(red > 150 && blue > 150, "{format:?}");
            assert!(made.jpeg.len() < 30_000);
            assert_eq!(make_portrait(&file(300, 500, format)), Ok(made));
        }
        // Also one that is smaller, or a line.
        assert!(make_portrait(&file(3, 2, ImageFormat::Png)).is_ok());
        assert!(make_portrait(&file(400, 1, ImageFormat::Png)).is_ok());
    }

    /// Returns a JPEG with this EXIF orientation, as a phone writes it.
    fn jpeg_with_orientation(orientation: u8) -> Vec<u8> {
        let plain = file(300, 300, ImageFormat::Jpeg);
        let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
        exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
        let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
        let (start, rest) = plain.split_at(2);
        [start, &[0xff, 0xe1], &length, &exif, rest].concat()
    }

    #[test]
    fn a_picture_stands_the_way_it_was_taken() {
        let above = |orientation: u8, (x, y): (u32, u32)| {
            let [red, _, blue] = pixel(
                &make_portrait(&jpeg_with_orientation(orientation)).expect("a picture"),
                x,
                y,
            );
            red > blue
        };
        assert!(above(1, (128, 9)) && !above(1, (128, 250)));
        // Upside down, and turned to either side.
        assert!(!above(3, (128, 9)) && above(3, (128, 250)));
        assert!(above(6, (250, 128)) && !above(6, (9, 128)));
        assert!(above(8, (9, 128)) && !above(8, (250, 128)));
    }

    #[test]
    fn what_is_covered_is_in_no_pixel_of_the_picture() {
        for format in KINDS {
            let stored = make_handout_picture(&file(300, 500, format)).expect("a picture");
            let area = Area {
                x: 0,
                y: 0,
                width: 1000,
                height: 300,
            };
            let cut = cut_picture(&stored, &[area]).expect("a picture");
            let read = image::load_from_memory_with_format(&cut, ImageFormat::Jpeg);
            let read = read.expect("a picture").to_rgb8();
            assert_eq!(read.dimensions(), (300, 500), "{format:?}");
            // The upper half is red, and the cover reaches down to the end of a stored block.
            let reds = (0..158).map(|y| read.get_pixel(150, y).0[0]);
            assert!(reds.max() < Some(60), "{format:?}");
            assert!(read.get_pixel(150, 200).0[0] > 150, "{format:?}");
            assert!(read.get_pixel(150, 450).0[2] > 150, "{format:?}");
        }
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert_eq!(make_portrait(b""), Err(PictureError::Nothing));
        for other in [
            &b"<svg xmlns='x'/>"[..],
            b"GIF89a\x01\0\x01\0",
            b"%PDF-1.7",
            b"BM\0\0\0\0",
        ] {
            assert_eq!(make_portrait(other), Err(PictureError::Kind));
        }
        for format in KINDS {
            let whole = file(300, 500, format);
            let head = whole.get(..60).expect("longer");
            assert_eq!(
                make_portrait(head),
                Err(PictureError::Damaged),
                "{format:?}"
            );
        }
    }

    #[test]
    fn a_bomb_is_refused_by_its_head() {
        // A PNG of 30,000 × 30,000 that is a few hundred bytes.
        let mut bomb = file(1, 1, ImageFormat::Png);
        let side = 30_000_u32.to_be_bytes();
        bomb.splice(16..24, [side, side].concat());
        let head: Vec<u8> = bomb.get(12..29).expect("a head").to_vec();
        bomb.splice(29..33, crc(&head).to_be_bytes());
        assert_eq!(make_portrait(&bomb), Err(PictureError::TooLarge));
        // A short file with too much in it.
        let side = 9_000_u32.to_be_bytes();
        bomb.splice(16..24, [side, side].concat());
        let head: Vec<u8> = bomb.get(12..29).expect("a head").to_vec();
        bomb.splice(29..33, crc(&head).to_be_bytes());
        assert_eq!(make_portrait(&bomb), Err(PictureError::TooLarge));
    }

    #[test]
    fn a_head_that_lies_is_refused() {
        let lying = |width: u16, height: u16| {
            let mut bytes = file(300, 500, ImageFormat::Jpeg);
            let head = bytes.windows(2).position(|two| two == [0xff, 0xc0]);
            let at = head.expect("a head") + 5;
            let size = [height.to_be_bytes(), width.to_be_bytes()].concat();
            bytes.splice(at..at + 4, size);
            bytes
        };
        assert!(make_portrait(&lying(300, 500)).is_ok());
        assert_eq!(
            make_portrait(&lying(4_000, 3_900)),
            Err(PictureError::Damaged)
        );
        assert_eq!(
            make_portrait(&lying(6_600, 6_000)),
            Err(PictureError::Damaged)
        );
        assert_eq!(make_portrait(&lying(0, 6_000)), Err(PictureError::Damaged));
        // A file that holds what its header says, and is cut short.
        let whole = file(300, 500, ImageFormat::Jpeg);
        let cut = whole.get(..whole.len() - 40).expect("longer");
        assert_eq!(make_portrait(cut), Err(PictureError::Damaged));
    }

    #[test]
    fn nothing_is_unpacked_but_the_picture() {
        // A hundred megabytes of color profile, in a hundred kilobytes.
        let mut bomb = file(30, 30, ImageFormat::Png);
        let mut packed = b"x\0\0".to_vec();
        let mut to = flate2::write::ZlibEncoder::new(&mut packed, flate2::Compression::best());
        for _ in 0..100 {
            std::io::Write::write_all(&mut to, &vec![0; 1_000_000]).expect("memory");
        }
        to.finish().expect("memory");
        let mut part = b"iCCP".to_vec();
        part.extend(&packed);
        let length = u32::try_from(packed.len()).expect("short").to_be_bytes();
        let sum = crc(&part).to_be_bytes();
        bomb.splice(33..33, [&length[..], &part, &sum].concat());
        assert!(make_portrait(&bomb).is_ok());
    }

    /// Computes the CRC of a PNG chunk.
    fn crc(bytes: &[u8]) -> u32 {
        let mut sum = u32::MAX;
        for byte in bytes {
            sum ^= u32::from(*byte);
            for _ in 0..8 {
                let odd = sum & 1 == 1;
                sum >>= 1;
                if odd {
                    sum ^= 0xedb8_8320;
                }
            }
        }
        !sum
    }

    #[test]
    fn a_thousand_damaged_files_do_no_harm() {
        let mut state = 7_u64;
        let mut chance = move |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            usize::try_from(state >> 33).unwrap_or(0) % below.max(1)
        };
        let whole: Vec<Vec<u8>> = KINDS.iter().map(|kind| file(48, 64, *kind)).collect();
        let mut refused = 0;
        for nth in 0..1_000 {
            let mut bytes = whole[nth % whole.len()].clone();
            for _ in 0..=chance(12) {
                let at = chance(bytes.len());
                bytes[at] = u8::try_from(chance(256)).unwrap_or(0);
            }
            if chance(3) == 0 {
                bytes.truncate(chance(bytes.len()));
            }
            match make_portrait(&bytes) {
                Ok(made) => assert!(made.jpeg.len() < 60_000),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 100, "{refused}");
    }
}
