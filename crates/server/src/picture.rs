//! An uploaded picture becomes a small square one: decoded under limits, turned upright, cut, and
//! written anew. Nothing of what came is ever served.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgb, RgbImage};
use rules::id::PortraitId;
use sha2::{Digest, Sha256};

/// Pixels on each side of what is kept.
pub(crate) const SIDE: u32 = 256;
/// Pixels on a side of what may come …
const MOST_SIDE: u32 = 12_000;
/// … and in all: what a phone's camera makes.
const MOST_PIXELS: u64 = 40_000_000;
/// Bytes that decoding may take.
const MOST_MEMORY: u64 = 256 * 1024 * 1024;
/// How good the picture is, in hundredths.
const QUALITY: u8 = 82;
/// What stands behind a picture that one can see through.
const BEHIND: [u8; 3] = [0x2a, 0x26, 0x24];

/// Why a picture cannot be taken, as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unfit {
    /// Nothing came.
    #[error("Choose a picture first.")]
    Nothing,
    /// Too many bytes.
    #[error("That file is larger than 8 MB.")]
    TooHeavy,
    /// Not a kind of picture that is read here.
    #[error("That is no picture that can be read here: take a JPEG, PNG or WebP.")]
    Kind,
    /// Too many pixels.
    #[error("That picture is too large: it may have 40 million pixels, and 12,000 on a side.")]
    TooLarge,
    /// It breaks off, or makes no sense.
    #[error("That picture is damaged and cannot be read.")]
    Damaged,
}

/// A picture as it is kept: square, small, a JPEG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Small {
    /// By what it is called: the beginning of the hash of its bytes.
    pub(crate) id: PortraitId,
    /// The bytes.
    pub(crate) jpeg: Vec<u8>,
}

/// Makes a picture small. Takes a processor for a while: not for a task that others wait for.
pub(crate) fn small(bytes: &[u8]) -> Result<Small, Unfit> {
    if bytes.is_empty() {
        return Err(Unfit::Nothing);
    }
    let format = image::guess_format(bytes).map_err(|_| Unfit::Kind)?;
    if !matches!(
        format,
        ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP
    ) {
        return Err(Unfit::Kind);
    }
    let picture = upright(bytes, format)?;
    let side = picture.width().min(picture.height());
    let (left, top) = (
        picture.width().saturating_sub(side) / 2,
        // Faces are nearer to the top.
        picture.height().saturating_sub(side) / 3,
    );
    let square = picture.crop_imm(left, top, side, side);
    drop(picture);
    let square = square.thumbnail_exact(SIDE, SIDE);
    let jpeg = written(&square)?;
    Ok(Small {
        id: called(&jpeg),
        jpeg,
    })
}

/// A portrait that came in a file, written anew: a JPEG of the size that is kept, and nothing else.
pub(crate) fn anew(bytes: &[u8]) -> Result<Vec<u8>, Unfit> {
    let reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Jpeg);
    match reader.into_dimensions() {
        Ok((SIDE, SIDE)) => small(bytes).map(|small| small.jpeg),
        Ok(_) | Err(_) => Err(Unfit::Damaged),
    }
}

/// The first picture of a file, the way up it was taken.
fn upright(bytes: &[u8], format: ImageFormat) -> Result<DynamicImage, Unfit> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| why(&error))?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(Unfit::Damaged);
    }
    if u64::from(width).saturating_mul(u64::from(height)) > MOST_PIXELS
        || width > MOST_SIDE
        || height > MOST_SIDE
        || decoder.total_bytes() > MOST_MEMORY
    {
        return Err(Unfit::TooLarge);
    }
    // A picture that does not say which way is up is upright.
    let turned = decoder.orientation().ok();
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| why(&error))?;
    if let Some(turned) = turned {
        picture.apply_orientation(turned);
    }
    Ok(picture)
}

fn why(error: &image::ImageError) -> Unfit {
    match error {
        image::ImageError::Limits(_) => Unfit::TooLarge,
        _ => Unfit::Damaged,
    }
}

/// It as a JPEG, on a ground where one can see through it.
fn written(picture: &DynamicImage) -> Result<Vec<u8>, Unfit> {
    let seen = picture.to_rgba8();
    let mut flat = RgbImage::new(seen.width(), seen.height());
    for (to, from) in flat.pixels_mut().zip(seen.pixels()) {
        let [red, green, blue, alpha] = from.0.map(u16::from);
        let over = |color: u16, behind: u8| {
            let mixed = color * alpha + u16::from(behind) * (255 - alpha);
            u8::try_from(mixed / 255).unwrap_or(u8::MAX)
        };
        *to = Rgb([
            over(red, BEHIND[0]),
            over(green, BEHIND[1]),
            over(blue, BEHIND[2]),
        ]);
    }
    let mut jpeg = Vec::with_capacity(24 * 1024);
    flat.write_with_encoder(JpegEncoder::new_with_quality(&mut jpeg, QUALITY))
        .map_err(|_| Unfit::Damaged)?;
    Ok(jpeg)
}

/// By what a picture is called.
fn called(bytes: &[u8]) -> PortraitId {
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    let (head, _) = hash.split_at(16);
    PortraitId::from_bytes(head.try_into().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::RgbaImage;

    /// A picture of two halves, red above blue, as a file.
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

    fn pixel(small: &Small, x: u32, y: u32) -> [u8; 3] {
        let read = image::load_from_memory_with_format(&small.jpeg, ImageFormat::Jpeg);
        let read = read.expect("a picture").to_rgb8();
        assert_eq!(read.dimensions(), (SIDE, SIDE));
        read.get_pixel(x, y).0
    }

    const KINDS: [ImageFormat; 3] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];

    #[test]
    fn every_kind_becomes_a_small_square() {
        for format in KINDS {
            let made = small(&file(300, 500, format)).expect("a picture");
            let ([red, ..], [.., blue]) = (pixel(&made, 9, 9), pixel(&made, 9, 250));
            assert!(red > 150 && blue > 150, "{format:?}");
            assert!(made.jpeg.len() < 30_000);
            assert_eq!(small(&file(300, 500, format)), Ok(made));
        }
        // Also one that is smaller, or a line.
        assert!(small(&file(3, 2, ImageFormat::Png)).is_ok());
        assert!(small(&file(400, 1, ImageFormat::Png)).is_ok());
    }

    /// A JPEG that says how it was held: as a phone writes it into its head.
    fn held(orientation: u8) -> Vec<u8> {
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
            let [red, _, blue] = pixel(&small(&held(orientation)).expect("a picture"), x, y);
            red > blue
        };
        assert!(above(1, (128, 9)) && !above(1, (128, 250)));
        // Upside down, and lying on either side.
        assert!(!above(3, (128, 9)) && above(3, (128, 250)));
        assert!(above(6, (250, 128)) && !above(6, (9, 128)));
        assert!(above(8, (9, 128)) && !above(8, (250, 128)));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert_eq!(small(b""), Err(Unfit::Nothing));
        for other in [
            &b"<svg xmlns='x'/>"[..],
            b"GIF89a\x01\0\x01\0",
            b"%PDF-1.7",
            b"BM\0\0\0\0",
        ] {
            assert_eq!(small(other), Err(Unfit::Kind));
        }
        for format in KINDS {
            let whole = file(300, 500, format);
            let head = whole.get(..60).expect("longer");
            assert_eq!(small(head), Err(Unfit::Damaged), "{format:?}");
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
        assert_eq!(small(&bomb), Err(Unfit::TooLarge));
        // One that is not long, but has too much in it.
        let side = 9_000_u32.to_be_bytes();
        bomb.splice(16..24, [side, side].concat());
        let head: Vec<u8> = bomb.get(12..29).expect("a head").to_vec();
        bomb.splice(29..33, crc(&head).to_be_bytes());
        assert_eq!(small(&bomb), Err(Unfit::TooLarge));
    }

    /// The sum a PNG keeps of each part.
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
            match small(&bytes) {
                Ok(made) => assert!(made.jpeg.len() < 60_000),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 100, "{refused}");
    }
}
