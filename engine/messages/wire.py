"""Messages to lines and back: one JSON line each, every field checked on arrival."""

import msgspec

from engine.errors import ProcessError
from engine.gate.documents import NOT_JSON
from engine.messages.base import Alive, Failed, Message, Notice, Ready
from engine.messages.job import (
    ExportNotation,
    ImportFolders,
    ImportProgress,
    ImportReport,
    JobStopped,
    ModelMade,
    NotationExported,
    PauseJob,
    StopJob,
    TrainingProgress,
    TrainModel,
)
from engine.messages.library import (
    ChangePieces,
    DescribeLibrary,
    FindPieces,
    LibraryDescribed,
    LibraryTableSaved,
    PiecesChanged,
    PiecesFound,
    PiecesShown,
    SaveLibraryTable,
    ShowPieces,
)
from engine.messages.live import (
    AlternativeFinished,
    CancelContinue,
    ChangePiece,
    ContinuationFinished,
    Continue,
    ForgetMemory,
    GoOn,
    Hear,
    LoadModel,
    ModelLoaded,
    NotesMade,
    OpenPiece,
    Primed,
    Rewind,
)
from engine.messages.models import (
    ExportModel,
    ImportModel,
    ModelExported,
    ModelImported,
)
from engine.messages.pieces import PieceRead, ReadPiece
from engine.messages.player import (
    AddNotes,
    AudioProgress,
    AudioWritten,
    Capture,
    Captured,
    ChangeScore,
    ControlMoved,
    DropOuts,
    EndOrphans,
    ExportAudio,
    ExternalClock,
    Lateness,
    Levels,
    NotePlayed,
    OpenInputs,
    OpenOutput,
    OutputLost,
    OutputOpened,
    Panic,
    Play,
    Playhead,
    PortsChanged,
    Seek,
    SetClock,
    SetLoop,
    SetMetronome,
    SetMix,
    SetRoom,
    SetScore,
    SetTempoFactor,
    SoundNote,
    Stop,
    TypedNote,
    WheelMoved,
)
from engine.messages.training import (
    EndTraining,
    KeepStep,
    MeasureTraining,
    StepSampled,
    TrainingPaused,
    TrialMeasured,
)

LiveCommand = (
    LoadModel
    | Continue
    | OpenPiece
    | ChangePiece
    | Hear
    | Rewind
    | GoOn
    | CancelContinue
    | ForgetMemory
)
LiveEvent = (
    Ready
    | Alive
    | Failed
    | Notice
    | ModelLoaded
    | Primed
    | NotesMade
    | AlternativeFinished
    | ContinuationFinished
)
PlayerCommand = (
    SetScore
    | ChangeScore
    | SetMix
    | SetRoom
    | AddNotes
    | Play
    | Stop
    | Seek
    | SetLoop
    | SetTempoFactor
    | SetMetronome
    | SetClock
    | OpenOutput
    | OpenInputs
    | TypedNote
    | EndOrphans
    | Capture
    | SoundNote
    | Panic
)
PlayerEvent = (
    Ready
    | Alive
    | Failed
    | Notice
    | PortsChanged
    | OutputOpened
    | OutputLost
    | Playhead
    | Lateness
    | Levels
    | NotePlayed
    | ControlMoved
    | WheelMoved
    | ExternalClock
    | DropOuts
    | Captured
)
JobCommand = (
    ImportFolders
    | TrainModel
    | MeasureTraining
    | EndTraining
    | KeepStep
    | ImportModel
    | ExportModel
    | ExportNotation
    | StopJob
    | PauseJob
)
JobEvent = (
    Ready
    | Alive
    | Failed
    | Notice
    | ImportProgress
    | ImportReport
    | TrainingProgress
    | ModelMade
    | StepSampled
    | TrainingPaused
    | TrialMeasured
    | ModelImported
    | ModelExported
    | NotationExported
    | JobStopped
)
RenderCommand = ExportAudio | StopJob
RenderEvent = Ready | Alive | Failed | AudioProgress | AudioWritten | JobStopped
LibraryCommand = ChangePieces | DescribeLibrary | FindPieces | SaveLibraryTable | ShowPieces
LibraryEvent = (
    Ready
    | Alive
    | Failed
    | LibraryDescribed
    | LibraryTableSaved
    | PiecesChanged
    | PiecesFound
    | PiecesShown
)
ReaderCommand = ReadPiece
ReaderEvent = Ready | Alive | Failed | PieceRead
Command = LiveCommand | PlayerCommand | JobCommand | RenderCommand | LibraryCommand | ReaderCommand
Event = LiveEvent | PlayerEvent | JobEvent | RenderEvent | LibraryEvent | ReaderEvent

_encoder = msgspec.json.Encoder()
_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(message: Message) -> bytes:
    """Return one JSON line, newline included."""
    return _encoder.encode(message) + b"\n"


def decode_command(line: bytes) -> Command:
    """Return the command on a line.

    Raises:
        ProcessError: The line is no command.
    """
    try:
        return _command_decoder.decode(line)
    except NOT_JSON as error:
        raise ProcessError(f"A command could not be read: {error}") from error


def decode_event(line: bytes) -> Event:
    """Return the event on a line.

    Raises:
        ProcessError: The line is no event.
    """
    try:
        return _event_decoder.decode(line)
    except NOT_JSON as error:
        raise ProcessError(f"An event could not be read: {error}") from error
