//! Parser for the `Dockerfile`: its stages with their instructions in order.

use crate::error::Failure;

/// A stage of the build.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// Name of the base image.
    pub(crate) from: String,
    /// Name by which later stages refer to this one.
    pub(crate) name: Option<String>,
    /// Instructions of the stage, in order.
    pub(crate) instructions: Vec<Instruction>,
}

/// An instruction of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Instruction {
    /// A shell command, without `--mount` options.
    Run(String),
    /// Copies files from another stage, or from the project.
    Copy {
        stage: Option<String>,
        from: String,
        to: String,
    },
    /// Environment variables with their values.
    Env(Vec<(String, String)>),
    /// User and group of what follows.
    User(String),
    /// Working directory of what follows.
    Workdir(String),
    /// Folder that outlives the container.
    Volume(String),
    /// Port on which the program listens.
    Expose(String),
    /// Command line of the program.
    Entrypoint(Vec<String>),
}

/// Parses all stages of a file.
///
/// # Errors
/// The file contains an instruction that this parser does not know.
pub(crate) fn parse_dockerfile(text: &str) -> Result<Vec<Stage>, Failure> {
    let mut stages: Vec<Stage> = Vec::new();
    for line in join_continued_lines(text) {
        let unknown = || {
            Failure::new(format!(
                "the Dockerfile says `{line}`, which I do not know."
            ))
        };
        let (word, rest) = line.split_once(' ').ok_or_else(unknown)?;
        let rest = rest.trim();
        if word == "FROM" {
            let mut words = rest.split_whitespace();
            let from = words.next().ok_or_else(unknown)?.to_owned();
            let name = match (words.next(), words.next()) {
                (Some("AS"), Some(name)) => Some(name.to_owned()),
                (None, _) => None,
                _ => return Err(unknown()),
            };
            stages.push(Stage {
                from,
                name,
                instructions: Vec::new(),
            });
            continue;
        }
        let order = parse_instruction(word, rest).ok_or_else(unknown)?;
        stages
            .last_mut()
            .ok_or_else(unknown)?
            .instructions
            .push(order);
    }
    Ok(stages)
}

/// Parses one instruction; `None` if it is not known.
fn parse_instruction(word: &str, rest: &str) -> Option<Instruction> {
    Some(match word {
        "RUN" => {
            let mut line = rest;
            while let Some(behind) = line.strip_prefix("--mount=") {
                line = behind.split_once(char::is_whitespace)?.1.trim_start();
            }
            Instruction::Run(line.to_owned())
        }
        "COPY" => {
            let stage = rest.strip_prefix("--from=");
            let (stage, rest) = match stage {
                Some(behind) => {
                    let (stage, rest) = behind.split_once(' ')?;
                    (Some(stage.to_owned()), rest)
                }
                None => (None, rest),
            };
            let (from, to) = rest.trim().split_once(' ')?;
            Instruction::Copy {
                stage,
                from: from.to_owned(),
                to: to.trim().to_owned(),
            }
        }
        "ENV" => {
            let pair = |pair: &str| {
                let (name, value) = pair.split_once('=')?;
                Some((name.to_owned(), value.to_owned()))
            };
            Instruction::Env(rest.split_whitespace().map(pair).collect::<Option<_>>()?)
        }
        "USER" => Instruction::User(rest.to_owned()),
        "WORKDIR" => Instruction::Workdir(rest.to_owned()),
        "VOLUME" => Instruction::Volume(rest.to_owned()),
        "EXPOSE" => Instruction::Expose(rest.to_owned()),
        "ENTRYPOINT" => {
            let words = rest.strip_prefix('[')?.strip_suffix(']')?.split(',');
            let word = |word: &str| {
                let word = word.trim().strip_prefix('"')?.strip_suffix('"')?;
                Some(word.to_owned())
            };
            Instruction::Entrypoint(words.map(word).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// Returns the lines of a file without comments, with continued lines joined.
fn join_continued_lines(text: &str) -> Vec<String> {
    let (mut lines, mut goes_on) = (Vec::<String>::new(), false);
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (line, more) = match line.strip_suffix('\\') {
            Some(line) => (line.trim_end(), true),
            None => (line, false),
        };
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None => lines.push(line.to_owned()),
        }
        goes_on = more;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_and_lines_that_go_on_are_understood() -> Result<(), Failure> {
        let text = "# A comment\nFROM a:1 AS one\nRUN --mount=type=cache,target=/x \\\n    --mount=y \\\n  first \\\n\
                    # within\n    && second\nFROM b:2\nCOPY --from=one /from /to\nENV A=1 B=2\nENTRYPOINT [\"it\", \"goes\"]\n";
        let stages = parse_dockerfile(text)?;
        assert_eq!(stages.len(), 2);
        assert_eq!(stages[0].name.as_deref(), Some("one"));
        assert_eq!(
            stages[0].instructions,
            [Instruction::Run("first && second".into())]
        );
        let copy = Instruction::Copy {
            stage: Some("one".into()),
            from: "/from".into(),
            to: "/to".into(),
        };
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            stages[1].instructions,
            [
                copy,
                Instruction::Env(vec![pair("A", "1"), pair("B", "2")]),
                Instruction::Entrypoint(vec!["it".into(), "goes".into()]),
            ]
        );
        for unknown in [
            "RUN x",
            "FROM a\nHEALTHCHECK x",
            "FROM a\nENTRYPOINT it",
            "FROM a b",
        ] {
            assert!(parse_dockerfile(unknown).is_err(), "{unknown}");
        }
        Ok(())
    }
}
